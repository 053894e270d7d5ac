import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { createApp } from '../../../app.ts';
import { testSealKeys } from '../../../../test/seal-keys.ts';
import { readConfig } from '../../../boot/config.ts';
import { createLog } from '../../../kernel/log.ts';
import { createS3 } from '../../../storage/s3.ts';

test('200 without a key when the database answers and is migrated', async () => {
  const t = await startTestApp();
  await t.sql('UPDATE test_clock SET at = clock_timestamp()');
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 200);
  assert.equal(body.status, 'ready');
  assert.deepEqual(body.warnings, []);
  assert.equal(body.checks.database, 'ok');
  assert.equal(body.checks.migrations, 'ok');
  assert.equal(body.checks.draining, false);
});

test('200 with what is refused while the disk of the media has little room', async () => {
  const t = await startTestApp();
  await t.sql('UPDATE test_clock SET at = clock_timestamp()');
  const { storage } = t.app.world;
  const rows = [
    [10e9, 'ok', undefined],
    [9e9, 'uploadsRefused', /almost full: uploads are refused/],
    [4e9, 'mediaRefused', /uploads and posts with media are refused/],
  ] as const;
  for (const [freeBytes, state, warning] of rows) {
    storage.space = async () => ({ freeBytes, totalBytes: 100e9 });
    const { status, body } = await t.call('GET', '/readyz');
    assert.deepEqual([status, body.status, body.checks.storage], [200, 'ready', state]);
    assert.equal(body.warnings.length, warning === undefined ? 0 : 1);
    if (warning !== undefined) assert.match(body.warnings[0], warning);
  }
});

test('200 without waiting for a disk that does not answer, or answers with a fault', async () => {
  const t = await startTestApp();
  await t.sql('UPDATE test_clock SET at = clock_timestamp()');
  const { storage } = t.app.world;
  for (const space of [() => new Promise<never>(() => undefined), async () => Promise.reject(new Error('EIO'))]) {
    storage.space = space;
    const { status, body } = await t.call('GET', '/readyz');
    assert.deepEqual([status, body.checks.storage], [200, 'unknown']);
    assert.match(body.warnings[0], /does not tell/);
  }
  delete storage.space;
  assert.equal((await t.call('GET', '/readyz')).body.checks.storage, 'ok');
});

test('200 with a warning when the clocks of host and database are more than five seconds apart', async () => {
  const t = await startTestApp();
  await t.sql(`UPDATE test_clock SET at = clock_timestamp() - interval '1 hour'`);
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 200);
  assert.match(body.warnings[0], /seconds apart/);
});

test('503 from the moment the process drains', async () => {
  const t = await startTestApp();
  t.app.announceStop();
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 503);
  assert.equal(body.status, 'not ready');
  assert.equal(body.checks.draining, true);
  assert.equal(body.checks.database, 'ok');
});

test('503 while a migration is pending', async () => {
  const t = await startTestApp();
  await t.sql('DELETE FROM schema_migrations');
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 503);
  assert.equal(body.checks.migrations, 'pending');
});

test('503 while the database is away, and the media store too', async () => {
  const app = createApp({
    ...readConfig({}),
    sealKeys: testSealKeys,
    databaseUrl: 'postgres://127.0.0.1:1/none',
    log: createLog('silent'),
    storage: createS3({
      endpoint: 'http://127.0.0.1:1',
      region: 'us-east-1',
      bucket: 'media',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      isPathStyle: true,
    }),
  });
  after(() => app.close());
  const answer = await app.http.inject({ url: '/readyz' });
  assert.equal(answer.statusCode, 503);
  assert.deepEqual(answer.json().checks, {
    database: 'unreachable',
    migrations: 'unknown',
    storage: 'unreachable',
    databaseDisk: 'ok',
    held: false,
    draining: false,
    clockSkewSeconds: null,
    heartbeatSecondsAgo: null,
  });
});
