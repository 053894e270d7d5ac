import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { checkResponse } from '../../../test/check-response.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createApp } from '../../app.ts';
import { testSealKeys } from '../../../test/seal-keys.ts';
import { readConfig } from '../../boot/config.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { createLog } from '../../kernel/log.ts';
import { errorTable } from './error-table.ts';
import { jsonRoute } from '../route.ts';
import { routes } from '../routes/index.ts';

const codes = Object.keys(errorTable) as ErrorCode[];
const json = routes.filter((route) => route.kind === 'json');

const payment = {
  reason: 'freeTierExceeded',
  documentationUrl: null,
  dashboardUrl: 'https://herald.example/plans',
  details: {
    planId: 'free',
    includedAccounts: 2,
    freeTierAccountLimit: 2,
    currentAccountCount: 2,
    hasPaymentMethod: false,
  },
} as const;

const failing = jsonRoute({
  method: 'GET',
  path: '/v1/failures/{code}',
  operation: 'do the impossible',
  tag: 'Test',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: Type.Object({}),
  errors: codes,
  handle: async (_ctx, { params }) => {
    const code = codes.find((one) => one === params.code);
    if (code === undefined) throw new Error('the secret inside');
    throw new AppError(code, 'Text for humans', {
      param: 'slots[0].time',
      retryAfterSeconds: 7,
      messageLimit: { code: 10, subcode: 2534022, type: 'IGApiException' },
      allow: ['GET', 'PUT'],
      ...(code === 'paymentRequired' ? { payment } : {}),
    });
  },
});
const t = await startTestApp({ routes: [failing] });

async function failWith(code: string) {
  const user = await t.newUser();
  return user.call('GET', `/v1/failures/${code}`);
}

test('each error shape has exactly its fields', async () => {
  assert.deepEqual((await failWith('profileNotDeletable')).body, { error: 'Text for humans' });
  assert.deepEqual((await failWith('forbidden')).body, { error: 'Text for humans', code: 'forbidden' });
  assert.deepEqual((await failWith('validation')).body, {
    error: 'Text for humans',
    type: 'invalid_request_error',
    code: 'validation',
    param: 'slots[0].time',
  });
  assert.deepEqual((await failWith('connectNotCompleted')).body, {
    error: 'connect_not_completed',
    message: 'Text for humans',
  });
  assert.deepEqual((await failWith('paymentRequired')).body, {
    error: 'Text for humans',
    code: 'paymentRequired',
    ...payment,
  });
  assert.deepEqual((await failWith('rateLimited')).body, { error: 'rate_limited', retryAfter: 7 });
});

test('replaces the message where the error table has a fixed text', async () => {
  assert.deepEqual((await failWith('notFound')).body, { error: 'Not found' });
  assert.deepEqual((await failWith('unauthorized')).body, { error: 'Unauthorized' });
  assert.deepEqual((await failWith('unavailable')).body, { error: 'Service unavailable' });
});

test('every code returns its status as JSON, with Retry-After and Allow where the error has them', async () => {
  for (const code of codes) {
    const { status, headers } = await failWith(code);
    assert.equal(status, errorTable[code].status, code);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['retry-after'], '7');
    assert.equal(headers['allow'], 'GET, PUT');
  }
});

test('a 500 names the operation and leaves the cause to the log', async () => {
  const { status, body, text, headers } = await failWith('unforeseen');
  assert.equal(status, 500);
  assert.deepEqual(body, { error: 'Failed to do the impossible' });
  assert.ok(!text.includes('secret'));
  const line = t.log.find((entry) => entry.includes('the secret inside'));
  assert.equal(JSON.parse(line ?? '{}').requestId, headers['x-request-id']);
});

test('every endpoint returns 500 when the database schema is broken', async () => {
  const broken = await startTestApp();
  const user = await broken.newUser();
  await broken.sql('ALTER TABLE users RENAME TO gone');
  for (const { method, path, operation } of json) {
    const { status, body } = await user.call(method, path, method === 'GET' ? {} : { body: { name: 'x' } });
    assert.deepEqual([status, body], [500, { error: `Failed to ${operation}` }], path);
  }
});

test('every endpoint returns 503 with Retry-After while the database is unreachable', async () => {
  const app = createApp({
    ...readConfig({}),
    sealKeys: testSealKeys,
    databaseUrl: 'postgres://127.0.0.1:1/none',
    log: createLog('silent'),
  });
  after(() => app.close());
  const headers = { authorization: `Bearer hrd_live_${'0'.repeat(64)}` };
  const ask = async ({ method, path }: (typeof json)[number]): Promise<void> => {
    const injected = await app.http.inject({ method, url: path, headers });
    const response = {
      status: injected.statusCode,
      body: injected.json(),
      headers: injected.headers,
      text: injected.payload,
    };
    assert.deepEqual([response.status, response.body], [503, { error: 'Service unavailable' }], path);
    assert.equal(response.headers['retry-after'], '1');
    checkResponse(routes, { method, path, response });
  };
  await Promise.all(json.map(ask));
});

test('explains fixed texts in X-Error-Detail', async () => {
  const app = await startTestApp();
  const user = await app.newUser();
  const detailOf = async (payload: string, type: string) => {
    const request = { payload, headers: { 'content-type': type } };
    const { body, headers } = await user.call('POST', '/v1/profiles', request);
    return [body, headers['x-error-detail']];
  };
  assert.deepEqual(await detailOf('{"name": “Ada”}', 'application/json'), [
    { error: 'Invalid JSON body' },
    'Invalid JSON: line 1, column 10: unexpected character U+201C',
  ]);
  assert.deepEqual(await detailOf('{}', 'application/x-www-form-urlencoded'), [
    { error: 'JSON body is required' },
    'Send the header Content-Type: application/json',
  ]);
  assert.deepEqual(await detailOf('x'.repeat(1024 * 1024 + 1), 'application/json'), [
    { error: 'Payload too large' },
    'The body is larger than 1048576 bytes',
  ]);
  assert.equal((await user.call('GET', '/v1/webhooks/unknown')).headers['x-error-detail'], undefined);
});
