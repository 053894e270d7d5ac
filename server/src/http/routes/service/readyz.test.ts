import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { createApp } from '../../../app.ts';
import { testSealKeys } from '../../../../test/seal-keys.ts';
import { readConfig } from '../../../boot/config.ts';
import { createLog } from '../../../kernel/log.ts';
import { createS3 } from '../../../storage/s3.ts';

test('returns 200 without a key when the database is reachable and migrated', async () => {
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

test('returns 200 and reports what is refused while the media disk is almost full', async () => {
  const t = await startTestApp();
  await t.sql('UPDATE test_clock SET at = clock_timestamp()');
  const { storage } = t.app.systemCtx;
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

test('returns 200 with storage unknown when the disk check hangs or fails', async () => {
  const t = await startTestApp();
  await t.sql('UPDATE test_clock SET at = clock_timestamp()');
  const { storage } = t.app.systemCtx;
  for (const space of [() => new Promise<never>(() => undefined), async () => Promise.reject(new Error('EIO'))]) {
    storage.space = space;
    const { status, body } = await t.call('GET', '/readyz');
    assert.deepEqual([status, body.checks.storage], [200, 'unknown']);
    assert.match(body.warnings[0], /could not be measured/);
  }
  delete storage.space;
  assert.equal((await t.call('GET', '/readyz')).body.checks.storage, 'ok');
});

test('returns 200 with a warning when host and database clocks differ by more than five seconds', async () => {
  const t = await startTestApp();
  await t.sql(`UPDATE test_clock SET at = clock_timestamp() - interval '1 hour'`);
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 200);
  assert.match(body.warnings[0], /seconds apart/);
});

test('returns 503 from the moment the process drains', async () => {
  const t = await startTestApp();
  t.app.announceStop();
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 503);
  assert.equal(body.status, 'not ready');
  assert.equal(body.checks.draining, true);
  assert.equal(body.checks.database, 'ok');
});

test('returns 503 while a migration is pending', async () => {
  const t = await startTestApp();
  await t.sql('DELETE FROM schema_migrations');
  const { status, body } = await t.call('GET', '/readyz');
  assert.equal(status, 503);
  assert.equal(body.checks.migrations, 'pending');
});

test('returns 503 and reports both checks while database and media store are unreachable', async () => {
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
  const response = await app.http.inject({ url: '/readyz' });
  assert.equal(response.statusCode, 503);
  assert.deepEqual(response.json().checks, {
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
