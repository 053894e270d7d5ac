import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { connect } from './connect.ts';

const day = 24 * 3_600_000;
const now = new Date('2026-10-01T12:00:00Z');
const account = (expiresAt: Date): CallAccount => ({
  providerAccountId: '25',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', isRefreshable: true, expiresAt },
  state: {},
});
const fake = (respond: Respond, expiresAt = now) =>
  fakeCall({ account: account(expiresAt), hosts, apiVersion: 'v1.0', respond });
const grant = { code: 'abc#_', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

const platform =
  (changed: Readonly<Record<string, PlatformReply>> = {}): Respond =>
  ({ url }) => {
    const { pathname } = new URL(url);
    const replies: Readonly<Record<string, PlatformReply>> = {
      '/oauth/access_token': textReply('{"access_token":"SHORT","user_id":25000000000000001}'),
      '/access_token': jsonReply({ access_token: 'LONG', token_type: 'bearer', expires_in: 5_184_000 }),
      '/v1.0/debug_token': jsonReply({ data: { scopes: ['threads_basic'] } }),
      '/v1.0/me': textReply('{"id":25000000000000001,"username":"ada","name":"Ada"}'),
      ...changed,
    };
    return replies[pathname] ?? lost;
  };

test('requests scopes for publishing, replies, deleting and insights', () => {
  const request = {
    redirectUri: grant.redirectUri,
    state: 's',
    codeChallenge: undefined,
    scopes: connect.requestedScopes,
  };
  const url = new URL(connect.authorizeUrl(fake(() => lost).call, request));
  assert.equal(`${url.origin}${url.pathname}`, 'https://threads.net/oauth/authorize');
  assert.deepEqual(url.searchParams.get('scope')?.split(',').sort(), [
    'threads_basic',
    'threads_content_publish',
    'threads_delete',
    'threads_manage_insights',
    'threads_manage_replies',
    'threads_read_replies',
  ]);
});

test('exchanges a code for an account with the granted scopes and every digit of its ID', async () => {
  const { call, sent } = fake(platform());
  const connected = await connect.exchange(call, grant);
  assert.ok(connected.kind === 'accounts');
  const [first] = connected.accounts;
  assert.deepEqual([first?.providerAccountId, first?.displayName], ['25000000000000001', 'Ada']);
  assert.deepEqual(first?.grantedScopes, ['threads_basic']);
  assert.deepEqual(first.tokens?.expiresAt, new Date(now.getTime() + 60 * day));
  assert.equal(sent[0]?.form.get('code'), 'abc');
});

test('refuses an invalid code and reports an unreadable response as unavailable', async () => {
  const kind = async (path: string, reply: PlatformReply) =>
    (await connect.exchange(fake(platform({ [path]: reply })).call, grant)).kind;
  const flat = { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' };
  assert.equal(await kind('/oauth/access_token', jsonReply(flat, 400)), 'refused');
  assert.equal(await kind('/oauth/access_token', jsonReply(flat, 429)), 'unavailable');
  assert.equal(await kind('/oauth/access_token', jsonReply(flat, 500)), 'unavailable');
  assert.equal(await kind('/v1.0/debug_token', jsonReply({ data: {} })), 'unavailable');
  assert.equal(await kind('/v1.0/me', jsonReply({ id: '25', username: '../ada' })), 'unavailable');
});

test('does not refresh a token of the last 24 hours', async () => {
  const young = fake(() => lost, new Date(now.getTime() + 59.5 * day));
  assert.deepEqual(await connect.refresh?.(young.call), {
    kind: 'later',
    reason: 'the token is less than 24 hours old',
    retryAfterMs: day / 2,
  });
  assert.equal(young.sent.length, 0);
  const fresh = jsonReply({ access_token: 'NEW', token_type: 'bearer', expires_in: 5_184_000 });
  const old = fake(() => fresh, new Date(now.getTime() + 59 * day));
  assert.equal((await connect.refresh?.(old.call))?.kind, 'refreshed');
});
