import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { checkAnswer } from '../../../test/check-answer.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createApp } from '../../app.ts';
import { testSealKeys } from '../../../test/seal-keys.ts';
import { readConfig } from '../../boot/config.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { createLog } from '../../kernel/log.ts';
import { errorTable } from './error-response.ts';
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

/** An endpoint that fails with whatever error its path names. */
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

test('each shape has exactly its fields', async () => {
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

test('every code answers its status as JSON, with Retry-After and Allow where the error has them', async () => {
  for (const code of codes) {
    const { status, headers } = await failWith(code);
    assert.equal(status, errorTable[code].status, code);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['retry-after'], '7');
    assert.equal(headers['allow'], 'GET, PUT');
  }
});

test('500 names the operation and keeps what happened for the log', async () => {
  const { status, body, text, headers } = await failWith('unforeseen');
  assert.equal(status, 500);
  assert.deepEqual(body, { error: 'Failed to do the impossible' });
  assert.ok(!text.includes('secret'));
  const line = t.log.find((entry) => entry.includes('the secret inside'));
  assert.equal(JSON.parse(line ?? '{}').reqId, headers['x-request-id']);
});

test('500 by every endpoint when the schema is not what it should be', async () => {
  const broken = await startTestApp();
  const user = await broken.newUser();
  await broken.sql('ALTER TABLE users RENAME TO gone');
  for (const { method, path, operation } of json) {
    const { status, body } = await user.call(method, path, method === 'GET' ? {} : { body: { name: 'x' } });
    assert.deepEqual([status, body], [500, { error: `Failed to ${operation}` }], path);
  }
});

test('503 with Retry-After by every endpoint while the database is away', async () => {
  const app = createApp({
    ...readConfig({}),
    sealKeys: testSealKeys,
    databaseUrl: 'postgres://127.0.0.1:1/none',
    log: createLog('silent'),
  });
  after(() => app.close());
  const headers = { authorization: `Bearer hrd_live_${'0'.repeat(64)}` };
  const ask = async ({ method, path }: (typeof json)[number]): Promise<void> => {
    const response = await app.http.inject({ method, url: path, headers });
    const answer = {
      status: response.statusCode,
      body: response.json(),
      headers: response.headers,
      text: response.payload,
    };
    assert.deepEqual([answer.status, answer.body], [503, { error: 'Service unavailable' }], path);
    assert.equal(answer.headers['retry-after'], '1');
    checkAnswer(routes, { method, path, answer });
  };
  await Promise.all(json.map(ask));
});
