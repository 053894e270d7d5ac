import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  approvedSession,
  assertError,
  defaultProfile,
  followConsent,
  makeAccount,
  makeProfile,
} from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });

type Granted = { code: string; state: string; profileId: string };

async function granted(user: TestUser, query = '', profileId?: string): Promise<Granted> {
  const id = profileId ?? (await defaultProfile(user.call))._id;
  const { body } = await user.call('GET', `/v1/connect/parrot?profileId=${id}&sandbox=true`);
  const response = await fetch(`${body.authUrl}&decision=approve${query}`, { redirect: 'manual' });
  const url = new URL(response.headers.get('location') ?? '');
  return { code: url.searchParams.get('code') ?? '', state: body.state, profileId: id };
}

const complete = (user: TestUser, body: object, platform = 'parrot') =>
  user.call('POST', `/v1/connect/${platform}`, { body });

test('connects every chosen page and emits account.connected for each', async () => {
  const user = await t.newUser();
  const grant = await granted(user, '&account=polly');
  const { status, body, text } = await complete(user, grant);
  assert.equal(status, 200, text);
  assert.equal(body.status, 'connected');
  assert.equal(body.connectedAccountCount, 2);
  assert.deepEqual(
    body.accounts.map((one: { username: string }) => one.username),
    ['polly', 'polly-2'],
  );
  assert.equal(body.accounts[0].profileId._id, grant.profileId);
  assert.equal(body.accounts[0].sandbox, true);
  const { body: feed } = await user.call('GET', '/v1/events?type=account.connected');
  assert.deepEqual(
    feed.events.map((event: any) => event.data.account),
    body.accounts,
  );
});

test('returns needsReauth with missingScopes when publishing was not permitted', async () => {
  const user = await t.newUser();
  const { body } = await complete(user, await granted(user, '&account=kea&drop=squawk'));
  assert.equal(body.status, 'needsReauth');
  assert.deepEqual(body.missingScopes, ['squawk']);
  assert.equal(body.accounts[0].isActive, false);
  const { body: feed } = await user.call('GET', '/v1/events?type=account.needs_reauth');
  assert.deepEqual(feed.events[0].data.missingScopes, ['squawk']);
});

test('a missing scope that publishing does not need leaves the account connected', async () => {
  const user = await t.newUser();
  const { body } = await complete(user, await granted(user, '&account=kea&drop=count'));
  assert.equal(body.status, 'connected');
  assert.equal(body.missingScopes, undefined);
});

test('reconnecting in the same profile keeps the ID, replaces the token and updates connectedAt', async () => {
  const user = await t.newUser();
  const first = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const [before] = await t.sql<{ sealed: string }>('SELECT tokens_sealed AS sealed FROM accounts WHERE id = $1', [
    first._id,
  ]);
  await t.advance(60_000);
  const { body } = await complete(user, await granted(user, '&account=kea'));
  const [after] = await t.sql<{ sealed: string }>('SELECT tokens_sealed AS sealed FROM accounts WHERE id = $1', [
    first._id,
  ]);
  assert.equal(body.accounts[0]._id, first._id);
  assert.ok(body.accounts[0].connectedAt > String(first['connectedAt']));
  assert.notEqual(after?.sealed, before?.sealed);
});

test('returns 409 for an account of another profile, and skips only such pages when there are several', async () => {
  const user = await t.newUser();
  const other = await makeProfile(user.call);
  await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const refused = await complete(user, await granted(user, '&account=kea', other._id));
  assertError(refused, 409, { code: 'accountInOtherProfile', platform: 'parrot' });
  await complete(user, await granted(user, '&account=polly&chosen=polly'));
  const { body } = await complete(user, await granted(user, '&account=polly', other._id));
  assert.deepEqual(
    body.accounts.map((one: { username: string }) => one.username),
    ['polly-2'],
  );
});

test('returns 402 and stores nothing when the pages would exceed the plan; a known account never counts', async () => {
  const user = await t.newUser('free');
  await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const grant = await granted(user, '&account=polly');
  assertError(await complete(user, grant), 402, { code: 'paymentRequired' });
  assert.equal((await user.call('GET', '/v1/accounts')).body.accounts.length, 1);
  await makeAccount(user.call, { platform: 'telegram' });
  assert.equal((await complete(user, await granted(user, '&account=kea'))).status, 200);
});

test('returns 400 for a state that is unknown, used, expired or of another platform', async () => {
  const user = await t.newUser();
  const failed = { code: 'oauthCallbackFailed' };
  const grant = await granted(user);
  assertError(await complete(user, { ...grant, state: 'x'.repeat(43) }), 400, failed);
  assertError(await complete(user, grant, 'telegram'), 400, failed);
  assert.equal((await complete(user, grant)).status, 200);
  assertError(await complete(user, grant), 400, failed);
  const late = await granted(user);
  await t.advance(10 * 60_000);
  assertError(await complete(user, late), 400, failed);
});

test('returns 400 for a second code of the same state, even one that the platform would accept', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const { body } = await user.call('GET', `/v1/connect/parrot?profileId=${profileId}&sandbox=true`);
  const codeOf = async (account: string) => {
    const response = await fetch(`${body.authUrl}&decision=approve&account=${account}`, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const [first, second] = [await codeOf('kea'), await codeOf('polly')];
  const rest = { state: body.state, profileId };
  assert.equal((await complete(user, { ...rest, code: first })).status, 200);
  assertError(await complete(user, { ...rest, code: second }), 400, { code: 'oauthCallbackFailed' });
  const { body: listed } = await user.call('GET', '/v1/accounts');
  assert.deepEqual(
    listed.accounts.map((one: { username: string }) => one.username),
    ['kea'],
  );
});

test('returns 400 without a code and for a rejected code, and a rejected code consumes the state', async () => {
  const user = await t.newUser();
  const { code, ...rest } = await granted(user);
  assertError(await complete(user, rest), 400, { code: 'oauthCallbackFailed' });
  const refused = await complete(user, { ...rest, code: 'wrong' });
  assertError(refused, 400, { code: 'oauthCallbackFailed', platform: 'parrot' });
  assert.match(refused.body.errorDescription, /unknown, used, or not yours/);
  assertError(await complete(user, { ...rest, code }), 400, { code: 'oauthCallbackFailed' });
});

test('returns 403 for the state of another user or profile and keeps it valid for its own', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const grant = await granted(user);
  const { _id } = await defaultProfile(other.call);
  assertError(await complete(other, { ...grant, profileId: _id }), 403, { code: 'oauthStateUserMismatch' });
  const second = await makeProfile(user.call);
  assertError(await complete(user, { ...grant, profileId: second._id }), 403, { code: 'oauthStateUserMismatch' });
  assert.equal((await complete(user, grant)).status, 200);
});

test('returns 404 for an unknown profile', async () => {
  const user = await t.newUser();
  const grant = await granted(user);
  assertError(await complete(user, { ...grant, profileId: 'prf_unknown' }), 404, { error: 'Not found' });
});

test('returns 502 when the platform fails and never stores a partial account', async () => {
  const user = await t.newUser();
  for (const kind of ['errorBefore', 'malformed', 'lostResponse']) {
    const grant = await granted(user);
    await t.sandbox.fault('parrot', kind, { operation: 'token' });
    assertError(await complete(user, grant), 502, { code: 'parrotOauthFailed', platform: 'parrot' });
  }
  assert.deepEqual((await user.call('GET', '/v1/accounts')).body.accounts, []);
});

test('connects once when eight completions run concurrently', async () => {
  const user = await t.newUser();
  const grant = await granted(user, '&account=kea');
  const responses = await Promise.all(Array.from({ length: 8 }, () => complete(user, grant)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400, 400, 400]);
  assert.equal((await user.call('GET', '/v1/accounts')).body.accounts.length, 1);
});

test('telegram: returns 409 until the bot has seen the code, then 200 repeatedly until expiry', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const { body: started } = await user.call('GET', `/v1/connect/telegram?profileId=${profileId}`);
  const body = { state: started.state, profileId };
  const early = await complete(user, body, 'telegram');
  assertError(early, 409, { error: 'connect_not_completed' });
  assert.match(early.body.message, /post the code in the chat/);
  await followConsent(user.call, `${started.authUrl}&decision=approve`);
  const first = await complete(user, body, 'telegram');
  assert.equal(first.status, 200, first.text);
  assert.deepEqual((await complete(user, body, 'telegram')).body, first.body);
  await t.advance(15 * 60_000);
  assertError(await complete(user, body, 'telegram'), 400, { code: 'oauthCallbackFailed' });
});

test('telegram: the worker detects the code without a request', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const { body: started } = await user.call('GET', `/v1/connect/telegram?profileId=${profileId}`);
  const page = await user.call('GET', new URL(started.authUrl).pathname + new URL(started.authUrl).search);
  const chat = /href="([^"]*t\.me[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  await fetch(`${chat}&decision=approve&account=worker-seen`, { redirect: 'manual' });
  await t.app.drain();
  const { body } = await user.call('GET', '/v1/accounts');
  assert.deepEqual(
    body.accounts.map((one: { username: string }) => one.username),
    ['worker-seen'],
  );
});

test('telegram: a platform failure keeps the session open and the code is found later', async () => {
  const user = await t.newUser();
  await t.sandbox.fault('telegram', 'errorBefore', { operation: 'getChat' });
  const session = await approvedSession(user);
  assert.equal((await complete(user, session, 'telegram')).status, 200);
});

test('returns 400 validation and urlNotAllowed for the fields of a form', async () => {
  const user = await t.newUser();
  const { _id: profileId } = await defaultProfile(user.call);
  const { body } = await user.call('GET', `/v1/connect/bluesky?profileId=${profileId}&sandbox=true`);
  const without = { state: body.state, profileId, handle: 'ada.bsky.test' };
  const input = { ...without, appPassword: 'sand-boxx-pass-word' };
  assertError(await complete(user, without, 'bluesky'), 400, { code: 'validation', param: 'appPassword' });
  const inside = await complete(user, { ...input, serviceUrl: 'https://10.0.0.1' }, 'bluesky');
  assertError(inside, 400, { code: 'urlNotAllowed', param: 'serviceUrl' });
});
