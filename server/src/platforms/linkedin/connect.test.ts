import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { connect } from './connect.ts';

const now = new Date('2026-10-01T12:00:00Z');
const account: CallAccount = {
  providerAccountId: 'Ada_1',
  username: 'Ada Lovelace',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', refreshToken: 'R1', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond, of = account) => fakeCall({ account: of, hosts, apiVersion: '202609', respond });
const token = { access_token: 'AT', expires_in: 5_184_000, scope: 'openid,profile,w_member_social' };
const me = { sub: 'Ada_1', name: 'Ada Lovelace', picture: 'https://media.licdn.com/a.jpg' };
const grant = { code: 'abc', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };
const platform =
  (bodies: { token?: unknown; me?: unknown } = {}): Respond =>
  ({ url }) =>
    jsonReply(url.endsWith('/accessToken') ? (bodies.token ?? token) : (bodies.me ?? me));

test('requests only scopes that every app has', () => {
  const request = {
    redirectUri: grant.redirectUri,
    state: 's',
    codeChallenge: undefined,
    scopes: connect.requestedScopes,
  };
  const url = new URL(connect.authorizeUrl(fake(() => lost).call, request));
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.linkedin.com/oauth/v2/authorization');
  assert.equal(url.searchParams.get('scope'), 'openid profile w_member_social');
});

test('exchanges a code for an account, with any scope separator and an optional refresh token', async () => {
  for (const [more, isRefreshable] of [
    [{}, false],
    [{ refresh_token: 'R', scope: 'openid profile w_member_social' }, true],
  ] as const) {
    const { call, sent } = fake(platform({ token: { ...token, ...more } }));
    const connected = await connect.exchange(call, grant);
    assert.ok(connected.kind === 'accounts');
    const [first] = connected.accounts;
    assert.deepEqual([first?.providerAccountId, first?.username], ['Ada_1', 'Ada Lovelace']);
    assert.deepEqual(first?.grantedScopes, ['openid', 'profile', 'w_member_social']);
    assert.deepEqual(first.tokens?.expiresAt, new Date(now.getTime() + 5_184_000_000));
    assert.equal(first.tokens.isRefreshable, isRefreshable);
    assert.equal(sent[0]?.form.get('client_secret'), 'secret');
    assert.equal(sent[1]?.headers?.['authorization'], 'Bearer AT');
  }
});

test('refuses an invalid code and reports an outage as unavailable', async () => {
  const kind = async (reply: PlatformReply) => (await connect.exchange(fake(() => reply).call, grant)).kind;
  assert.equal(await kind(jsonReply({ error: 'invalid_request', error_description: 'no such code' }, 400)), 'refused');
  assert.equal(await kind(jsonReply({ error: 'too_many_requests' }, 429)), 'unavailable');
  assert.equal(await kind(jsonReply({ error: 'server_error' }, 500)), 'unavailable');
  assert.equal(await kind(lost), 'unavailable');
  assert.equal(await kind(textReply('<html>')), 'unavailable');
  assert.equal(await kind(textReply('')), 'unavailable');
  assert.equal(await kind(jsonReply({ ...token, access_token: 'line\nbreak' })), 'unavailable');
  const strange = await connect.exchange(fake(platform({ me: { sub: '../x' } })).call, grant);
  assert.equal(strange.kind, 'unavailable');
});

test('disconnects only after a definite refusal and waits until midnight after a rate limit', async () => {
  const refresh = async (reply: PlatformReply, of = account) => await connect.refresh?.(fake(() => reply, of).call);
  const good = await refresh(jsonReply({ ...token, refresh_token: 'R1' }));
  assert.ok(good?.kind === 'refreshed');
  assert.deepEqual([good.tokens.accessToken, good.tokens.refreshToken], ['AT', 'R1']);
  assert.equal(
    (await refresh(jsonReply(token)))?.kind,
    'later',
    'without a refresh token nothing replaces the old one',
  );
  assert.equal((await refresh(lost))?.kind, 'later');
  const throttled = await refresh(jsonReply({}, 429));
  assert.partialDeepStrictEqual(throttled, { kind: 'later', retryAfterMs: 12 * 3_600_000 });
  const named = await refresh(jsonReply({}, 429, { 'retry-after': '90' }));
  assert.partialDeepStrictEqual(named, { kind: 'later', retryAfterMs: 90_000 });
  const none = { ...account, tokens: { accessToken: 'OLD', isRefreshable: false } };
  assert.equal((await refresh(jsonReply(token), none))?.kind, 'later');
});
