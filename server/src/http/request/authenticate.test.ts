import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError, makeKey } from '../../../test/factories.ts';
import { startTestApp, type Call, type TestApp } from '../../../test/harness.ts';
import { createApp } from '../../app.ts';
import { testSealKeys } from '../../../test/seal-keys.ts';
import { readConfig } from '../../boot/config.ts';
import { createLog } from '../../kernel/log.ts';

const t = await startTestApp();
// The interval between requests is not a whole number of microseconds.
const odd = await startTestApp({
  environment: {
    HERALD_BUDGET_FREE_PER_MINUTE: '7',
    HERALD_BUDGET_STARTER_PER_MINUTE: '11',
    HERALD_BUDGET_PRO_PER_MINUTE: '13',
  },
});

const read = (call: Call) => call('GET', '/v1/profiles');

async function spend(call: Call, count: number): Promise<void> {
  for (let request = 1; request <= count; request += 1) {
    assert.equal((await read(call)).status, 200, `request ${request} of ${count}`);
  }
}

function budgetHeaders({ headers }: { headers: Record<string, unknown> }): unknown[] {
  return ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => headers[name]);
}

function unixSeconds(app: TestApp): number {
  return app.app.systemCtx.clock.now().getTime() / 1000;
}

test('free plan: accepts exactly 60 requests, then returns 429 with Retry-After', async () => {
  const user = await t.newUser('free');
  await spend(user.call, 60);
  const denied = await read(user.call);
  assert.deepEqual([denied.status, denied.body], [429, { error: 'rate_limited', retryAfter: 1 }]);
  assert.equal(denied.headers['retry-after'], '1');
});

test('accepts exactly the configured number of requests for uneven budgets', async () => {
  for (const [plan, budget] of [['free', 7] as const, ['starter', 11] as const, ['pro', 13] as const]) {
    const user = await odd.newUser(plan);
    await spend(user.call, budget);
    assert.equal((await read(user.call)).status, 429, plan);
  }
});

test('concurrent requests share the budget exactly', async () => {
  const user = await t.newUser('free');
  const responses = await Promise.all(Array.from({ length: 80 }, () => read(user.call)));
  assert.equal(responses.filter((response) => response.status === 200).length, 60);
  assert.equal(responses.filter((response) => response.status === 429).length, 20);
});

test('accepts the key again once Retry-After has passed', async () => {
  const user = await odd.newUser('free');
  await spend(user.call, 7);
  const { retryAfter } = (await read(user.call)).body;
  assert.equal(retryAfter, 9);
  await odd.advance(retryAfter * 1000 - 1);
  assertError(await read(user.call), 429, { retryAfter: 1 });
  await odd.advance(1);
  assert.equal((await read(user.call)).status, 200);
});

test('refills the budget evenly: ten seconds restore a sixth of it', async () => {
  const user = await t.newUser('free');
  await spend(user.call, 60);
  await t.advance(10_000);
  await spend(user.call, 10);
  assert.equal((await read(user.call)).status, 429);
});

test('a 429 does not consume budget', async () => {
  const user = await odd.newUser('free');
  const fullAt = () => odd.sql('SELECT full_at FROM request_budgets WHERE owner_id = $1', [user.ownerId]);
  await spend(user.call, 7);
  const before = await fullAt();
  assert.equal((await read(user.call)).status, 429);
  assert.deepEqual(await fullAt(), before);
});

test('all keys of a user share one budget, and other users are unaffected', async () => {
  const [user, other] = [await odd.newUser('free'), await odd.newUser('free')];
  const { key } = await makeKey(user.call);
  await spend(user.call, 3);
  await spend(odd.as(key), 3);
  for (const call of [user.call, odd.as(key)]) assert.equal((await read(call)).status, 429);
  assert.equal((await read(other.call)).status, 200);
});

test('X-RateLimit headers report the limit, the remaining requests and the Unix second of the full reset', async () => {
  const user = await t.newUser('free');
  assert.deepEqual(budgetHeaders(await read(user.call)), ['60', '59', String(unixSeconds(t) + 1)]);
  assert.deepEqual(budgetHeaders(await read(user.call)), ['60', '58', String(unixSeconds(t) + 2)]);
  await spend(user.call, 58);
  assert.deepEqual(budgetHeaders(await read(user.call)), ['60', '0', String(unixSeconds(t) + 60)], 'on a 429');
  assert.deepEqual(budgetHeaders(await read(user.call)), ['60', '0', String(unixSeconds(t) + 60)], 'on the next one');
});

test('error responses to authenticated requests carry X-RateLimit headers', async () => {
  const user = await t.newUser('free');
  const { key } = await makeKey(user.call, { permission: 'read' });
  const responses = [
    await user.call('POST', '/v1/profiles', { body: { name: '' } }),
    await user.call('GET', '/v1/profiles/prf_unknown'),
    await t.as(key)('POST', '/v1/profiles', { body: { name: 'Shop' } }),
  ];
  assert.deepEqual(
    responses.map((response) => [response.status, response.headers['x-ratelimit-remaining']]),
    [
      [400, '58'],
      [404, '57'],
      [403, '56'],
    ],
  );
});

test('without a budget, sends no X-RateLimit headers and writes no row', async () => {
  const user = await t.newUser('self-hosted');
  assert.deepEqual(budgetHeaders(await read(user.call)), [undefined, undefined, undefined]);
  assert.deepEqual(await t.sql('SELECT * FROM request_budgets WHERE owner_id = $1', [user.ownerId]), []);
});

test('enforces a budget configured for the self-hosted plan', async () => {
  const app = await startTestApp({ environment: { HERALD_BUDGET_SELF_HOSTED_PER_MINUTE: '2' } });
  const user = await app.newUser('self-hosted');
  await spend(user.call, 2);
  assert.equal((await read(user.call)).status, 429);
});

test('keeps rejecting a rate-limited key from memory until Retry-After, without reading the database', async () => {
  const user = await odd.newUser('free');
  const { key } = await makeKey(user.call);
  await spend(user.call, 6);
  const { retryAfter } = (await read(user.call)).body;
  await odd.sql('DELETE FROM request_budgets WHERE owner_id = $1', [user.ownerId]);
  assert.equal((await read(user.call)).status, 429);
  assert.equal((await read(odd.as(key))).status, 200, 'a key that was not denied asks the database');
  await odd.advance(retryAfter * 1000);
  assert.equal((await read(user.call)).status, 200);
});

test('returns 429 rather than 403 when both apply', async () => {
  const user = await odd.newUser('free');
  const { key } = await makeKey(user.call, { permission: 'read' });
  await spend(user.call, 6);
  assert.equal((await odd.as(key)('POST', '/v1/profiles', { body: { name: 'Shop' } })).status, 429);
});

test('accepts the Bearer scheme in any case and returns 401 for a key sent any other way', async () => {
  const { key } = await t.newUser();
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`]) {
    assert.equal((await t.call('GET', '/v1/profiles', { headers: { authorization } })).status, 200);
  }
  for (const authorization of [key, `Basic ${key}`, `Bearer ${key.toUpperCase()}`, `Bearer ${key} x`, 'Bearer']) {
    assert.equal((await t.call('GET', '/v1/profiles', { headers: { authorization } })).status, 401, authorization);
  }
  assert.equal((await t.call('GET', `/v1/profiles?key=${key}`)).status, 401);
});

test('while the database is unreachable, returns 401 for a malformed key and 503 for any other', async () => {
  const app = createApp({
    ...readConfig({}),
    sealKeys: testSealKeys,
    databaseUrl: 'postgres://127.0.0.1:1/none',
    log: createLog('silent'),
  });
  after(() => app.close());
  const status = async (key: string) =>
    (await app.http.inject({ url: '/v1/profiles', headers: { authorization: `Bearer ${key}` } })).statusCode;
  assert.equal(await status('hrd_live_short'), 401);
  assert.equal(await status(`hrd_live_${'0'.repeat(64)}`), 503);
});

test('never logs a key, whether it is accepted, rejected or rate limited', async () => {
  const user = await odd.newUser('free');
  const unknown = `hrd_live_${'ab'.repeat(32)}`;
  await spend(user.call, 7);
  await read(user.call);
  await read(odd.as(unknown));
  await user.call('GET', `/no/such/path?key=${user.key}`);
  assert.ok(odd.log.length >= 9);
  for (const key of [user.key, unknown]) assert.ok(!odd.log.join('').includes(key.slice(18)));
});

test('with a budget of 7 per minute, accepts the eighth request only after a seventh of a minute', async () => {
  const user = await odd.newUser('free');
  await spend(user.call, 7);
  await odd.advance(8_500);
  assert.equal((await read(user.call)).status, 429);
  await odd.advance(1_000);
  assert.equal((await read(user.call)).status, 200);
});

test('a 401 says in WWW-Authenticate what is wrong with the key', async () => {
  const challengeOf = async (headers: Record<string, string>) => {
    const { status, body, headers: received } = await t.call('GET', '/v1/profiles', { headers });
    assert.deepEqual([status, body], [401, { error: 'Unauthorized' }]);
    return received['www-authenticate'];
  };
  const described = (text: string) => `Bearer error_description="${text}"`;
  const missing = described('Send the header Authorization: Bearer <API key>');
  assert.equal(await challengeOf({}), missing);
  assert.equal(await challengeOf({ authorization: ' ' }), missing);
  const notBearer = described('The Authorization header must begin with Bearer and a space');
  assert.equal(await challengeOf({ authorization: 'Basic YWRhOnNlY3JldA==' }), notBearer);
  assert.equal(await challengeOf({ authorization: `hrd_live_${'0'.repeat(64)}` }), notBearer);
  const malformed = described(
    'The value after Bearer is not an API key: keys begin with hrd_live_ and have 73 characters',
  );
  for (const value of ['Bearer', 'Bearer nonsense', 'Bearer a b', `Bearer hrd_live_${'0'.repeat(63)}`]) {
    assert.equal(await challengeOf({ authorization: value }), malformed, value);
  }
  const unknown = described('The API key is unknown or was deleted');
  assert.equal(await challengeOf({ authorization: `Bearer hrd_live_${'0'.repeat(64)}` }), unknown);
});
