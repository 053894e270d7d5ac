import assert from 'node:assert/strict';
import { test } from 'node:test';
import { password, startBluesky } from '../../../test/bluesky.ts';
import { createClock } from '../../core/state/clock.ts';
import { createThrottle } from '../../core/wire/throttle.ts';
import { budgets, points } from './limits.ts';
import { spend } from './rates.ts';

const platform = 'bluesky';

test('rate limiting returns 429 with the reset time', async (t) => {
  const { signIn, post, sandbox } = await startBluesky(t);
  const session = await signIn();
  await sandbox.fault('rateLimit', { platform, account: 'ada.bsky.test', value: 40 });
  const { status, body, headers } = await post(session);
  assert.deepEqual([status, body], [429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }]);
  assert.equal(headers.get('ratelimit-remaining'), '0');
  assert.equal(Number(headers.get('ratelimit-reset')), Date.parse('2026-01-01') / 1000 + 41);
});

test('allows thirty sign-ins in five minutes', async (t) => {
  const { procedure, advance } = await startBluesky(t);
  const create = () =>
    procedure('com.atproto.server.createSession', { identifier: 'grace.bsky.test', password: 'wrong' });
  for (let tried = 0; tried < 30; tried += 1) assert.equal((await create()).status, 401);
  const limited = await create();
  assert.deepEqual([limited.status, limited.headers.get('ratelimit-policy')], [429, '30;w=300']);
  await advance(300_000);
  assert.equal((await create()).status, 401);
});

test('allows 5000 write points per hour', async () => {
  const clock = createClock('manual');
  const call: any = { clock, throttle: createThrottle(clock) };
  const write = () => spend(call, { key: 'ada', budget: budgets.writes, points: points.create });
  for (let written = 0; written < 5000; written += points.create) write();
  assert.throws(write, (error: any) => error.reply.headers['ratelimit-policy'] === '5000;w=3600');
  clock.advance(3600 * 1000);
  write();
});

test('simulates expired and revoked tokens, missing scopes and server errors', async (t) => {
  const { signIn, query, procedure, sandbox } = await startBluesky(t);
  const session = await signIn();
  const profile = async () => {
    const { status, body } = await query('app.bsky.actor.getProfile', { actor: session.did }, session.accessJwt);
    return [status, body.error];
  };
  await sandbox.fault('tokenExpired', { platform });
  assert.deepEqual(await profile(), [400, 'ExpiredToken']);
  await sandbox.fault('scopeMissing', { platform });
  assert.deepEqual(await profile(), [400, 'InvalidToken']);
  await sandbox.fault('errorBefore', { platform });
  assert.deepEqual(await profile(), [502, 'UpstreamFailure']);
  assert.deepEqual(await profile(), [200, undefined]);
  await sandbox.fault('tokenRevoked', { platform, account: session.did });
  assert.deepEqual(await profile(), [400, 'ExpiredToken']);
  assert.deepEqual(await profile(), [400, 'ExpiredToken']);
  const refreshed = await procedure('com.atproto.server.refreshSession', undefined, session.refreshJwt);
  assert.deepEqual([refreshed.status, refreshed.body.message], [400, 'Token has been revoked']);
  await signIn();
  await sandbox.fault('tokenRevoked', { platform, operation: 'createSession' });
  const create = () => procedure('com.atproto.server.createSession', { identifier: 'ada.bsky.test', password });
  assert.deepEqual([(await create()).status, (await create()).status], [401, 401]);
});

test('lostResponse leaves the record under its key', async (t) => {
  const { signIn, post, query, sandbox } = await startBluesky(t);
  const session = await signIn();
  await sandbox.fault('lostResponse', { platform, operation: 'createRecord' });
  await assert.rejects(post(session, {}, { rkey: '3m2222222222a' }));
  const key = { repo: session.did, collection: 'app.bsky.feed.post', rkey: '3m2222222222a' };
  assert.equal((await query('com.atproto.repo.getRecord', key)).status, 200);
});

test('accepts account settings and returns 400 for invalid ones', async (t) => {
  const { sandbox } = await startBluesky(t);
  const put = (...accounts: object[]) => sandbox.control('POST', 'accounts', { platform, accounts });
  const response = await put(
    { name: 'many.bsky.test', followersCount: 7, displayName: 'Many' },
    { name: 'more.bsky.test' },
  );
  assert.equal(response.body.accounts[0].url, 'https://bsky.app/profile/many.bsky.test');
  for (const wrong of [
    { name: 'ada' },
    { name: 'ada.bsky.test', followersCount: 'x' },
    { name: 'a.bsky.test', x: 1 },
  ]) {
    assert.equal((await put(wrong)).status, 400);
  }
});
