import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createApp } from '../../../app.ts';
import { testSealKeys } from '../../../../test/seal-keys.ts';
import { readConfig } from '../../../boot/config.ts';
import { createLog } from '../../../kernel/log.ts';

test('returns 200 without a key and without a database', async () => {
  const app = createApp({
    ...readConfig({}),
    sealKeys: testSealKeys,
    databaseUrl: 'postgres://127.0.0.1:1/none',
    log: createLog('silent'),
  });
  after(() => app.close());
  const response = await app.http.inject({ url: '/healthz' });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), { status: 'ok' });
});
