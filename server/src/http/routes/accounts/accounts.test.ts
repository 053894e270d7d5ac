import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

const namesOf = (body: any): string[] => body.accounts.map((one: { username: string }) => one.username);

async function threeAccounts() {
  const user = await t.newUser();
  const shop = await makeProfile(user.call);
  const first = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  await t.advance(1000);
  const second = await makeAccount(user.call, { platform: 'telegram', account: 'chat' });
  await t.advance(1000);
  const third = await makeAccount(user.call, { platform: 'parrot', account: 'ara', profileId: shop._id });
  return { user, shop, first, second, third };
}

test('returns all accounts, newest connection first, without pagination', async () => {
  const { user } = await threeAccounts();
  const { body } = await user.call('GET', '/v1/accounts');
  assert.deepEqual(namesOf(body), ['ara', 'chat', 'kea']);
  assert.equal(body.pagination, undefined);
});

test('paginates when page and limit are set and returns 400 when only one is', async () => {
  const { user } = await threeAccounts();
  const { body } = await user.call('GET', '/v1/accounts?page=2&limit=2');
  assert.deepEqual(namesOf(body), ['kea']);
  assert.deepEqual(body.pagination, { page: 2, limit: 2, total: 3, totalPages: 2 });
  assertError(await user.call('GET', '/v1/accounts?page=2'), 400, { code: 'validation', param: 'limit' });
  assertError(await user.call('GET', '/v1/accounts?limit=2'), 400, { code: 'validation', param: 'page' });
  for (const query of [
    'page=0&limit=2',
    'page=1&limit=101',
    'page=1&limit=x',
    'status=gone',
    'platform=',
    'platform=myspace',
  ]) {
    assertError(await user.call('GET', `/v1/accounts?${query}`), 400, { code: 'validation' });
  }
});

test('filters by profile, platform (aliases included) and status, combined with AND', async () => {
  const { user, shop, first } = await threeAccounts();
  const list = async (query: string) => namesOf((await user.call('GET', `/v1/accounts?${query}`)).body);
  assert.deepEqual(await list(`profileId=${shop._id}`), ['ara']);
  assert.deepEqual(await list('platform=polly'), ['ara', 'kea']);
  assert.deepEqual(await list(`profileId=${shop._id}&platform=telegram`), []);
  await t.sql(`UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1`, [first._id]);
  assert.deepEqual(await list('status=connected'), ['ara', 'chat']);
  assert.deepEqual(await list('status=needsReauth'), ['kea']);
  assert.deepEqual(await list('status=disconnected'), ['kea'], 'every status but connected');
  assert.deepEqual(await list('status=disabled'), []);
});

test('a limited key sees only the accounts of its profiles', async () => {
  const { user, shop, first, third } = await threeAccounts();
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [shop._id] });
  const call = t.as(key);
  assert.deepEqual(namesOf((await call('GET', '/v1/accounts')).body), ['ara']);
  assert.equal((await call('GET', `/v1/accounts/${third._id}`)).status, 200);
  assert.equal((await call('GET', '/v1/accounts/health')).body.summary.total, 1);
  for (const [method, path] of [
    ['GET', `/v1/accounts/${first._id}`],
    ['GET', `/v1/accounts/${first._id}/health`],
    ['DELETE', `/v1/accounts/${first._id}`],
  ] as const) {
    assertError(await call(method, path), 404, { code: 'accountNotFound' });
  }
  const { _id } = await defaultProfile(user.call);
  assertError(await call('GET', `/v1/accounts?profileId=${_id}`), 403, { code: 'forbidden' });
  assertError(await call('GET', `/v1/accounts/health?profileId=${_id}`), 403, { code: 'forbidden' });
});

test('returns 400 for an unknown platform and for an empty filter', async () => {
  const user = await t.newUser();
  for (const query of ['platform=myspace', 'platform=', 'profileId=']) {
    assertError(await user.call('GET', `/v1/accounts/health?${query}`), 400, { code: 'validation' });
  }
});

test('returns 404 for an unknown profileId filter', async () => {
  const user = await t.newUser();
  for (const path of ['/v1/accounts', '/v1/accounts/health']) {
    assertError(await user.call('GET', `${path}?profileId=prf_unknown`), 404, { error: 'Not found' });
  }
});

test('disconnecting removes the account at once, emits account.disconnected and then revokes its token', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  assert.equal((await user.call('DELETE', `/v1/accounts/${account._id}`)).body.message, 'Account disconnected');
  assertError(await user.call('DELETE', `/v1/accounts/${account._id}`), 404, { code: 'accountNotFound' });
  const { body } = await user.call('GET', '/v1/events?type=account.disconnected');
  assert.equal(body.events.length, 1);
  assert.equal(body.events[0].data.disconnectionType, 'intentional');
  assert.equal(body.events[0].data.account._id, account._id);
  assert.equal(body.events[0].data.account.isActive, false);
  await t.app.drain();
  const { routes } = await t.sandbox.control('GET', 'routes');
  assert.ok(routes.find((route: any) => route.operation === 'revoke' && route.platform === 'parrot').calls > 0);
  assert.deepEqual(await t.sql('SELECT id FROM token_revocations'), []);
});

test('retries a failed token revocation, five attempts at most', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'revoke', times: 5 });
  await user.call('DELETE', `/v1/accounts/${account._id}`);
  const left = async () => (await t.sql<{ n: number }>('SELECT attempt_count AS n FROM token_revocations'))[0]?.n;
  await t.app.drain();
  assert.equal(await left(), 1);
  for (let n = 0; n < 4; n += 1) {
    await t.advance(3_600_000);
    await t.app.drain();
  }
  assert.equal(await left(), undefined);
  await t.sandbox.control('DELETE', 'faults');
});

test('deletes a profile only once it has no accounts', async () => {
  const user = await t.newUser();
  const shop = await makeProfile(user.call);
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'kea', profileId: shop._id });
  const refused = await user.call('DELETE', `/v1/profiles/${shop._id}`);
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /disconnect them first/);
  await user.call('DELETE', `/v1/accounts/${account._id}`);
  assert.equal((await user.call('DELETE', `/v1/profiles/${shop._id}`)).status, 200);
});

test('usage does not count disconnected accounts', async () => {
  const { user, first } = await threeAccounts();
  const used = async () => (await user.call('GET', '/v1/usage')).body.resources.accounts.used;
  assert.equal(await used(), 3);
  await t.sql(`UPDATE accounts SET status = 'disconnected', fault = 'authorizationRemoved' WHERE id = $1`, [first._id]);
  assert.equal(await used(), 2);
});

test('health reports the stored state without calling the platform', async () => {
  const { user, first, second, third } = await threeAccounts();
  const before = (await t.sandbox.control('GET', 'requests?limit=2000')).requests.length;
  const healthOf = async (id: string) => (await user.call('GET', `/v1/accounts/${id}/health`)).body.health;
  const well = await healthOf(first._id);
  assert.equal(well.healthy, true);
  assert.deepEqual(well.issues, []);
  assert.deepEqual(well.grantedScopes, ['squawk', 'count']);
  assert.equal(well.tokenRefreshable, true);
  assert.ok(well.tokenExpiresAt);
  assert.deepEqual(well.capabilities, { publish: true, comments: true, messages: true, analytics: true });
  const chat = await healthOf(second._id);
  assert.deepEqual(chat.capabilities, { publish: true, comments: false, messages: false, analytics: false });
  assert.deepEqual(well.scheduledAtRisk, { count: 0, nextAt: null, postIds: [] });

  await t.sql(`UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1`, [first._id]);
  await t.sql(
    `UPDATE accounts SET is_token_refreshable = false, token_expires_at = herald_now() + interval '6 days' WHERE id = $1`,
    [second._id],
  );
  await t.sql(`UPDATE accounts SET status = 'disabled', granted_scopes = '{}' WHERE id = $1`, [third._id]);
  const codes = async (id: string) =>
    (await healthOf(id)).issues.map((issue: any) => `${issue.code} ${issue.severity}`);
  assert.deepEqual(await codes(first._id), ['tokenDead error']);
  assert.deepEqual(await codes(second._id), ['tokenExpiring warning']);
  assert.deepEqual(await codes(third._id), ['disabledByOperator error', 'scopeMissing error']);
  const { body } = await user.call('GET', '/v1/accounts/health');
  assert.deepEqual(body.summary, { total: 3, healthy: 0, warning: 1, broken: 2 });
  assert.equal((await t.sandbox.control('GET', 'requests?limit=2000')).requests.length, before);
});
