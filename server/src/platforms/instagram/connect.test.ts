import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { connect } from './connect.ts';

const day = 24 * 3_600_000;
const now = new Date('2026-10-01T12:00:00Z');
const account = (expiresAt: Date | undefined): CallAccount => ({
  providerAccountId: '17841',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', isRefreshable: true, ...(expiresAt === undefined ? {} : { expiresAt }) },
  state: {},
});
const fake = (respond: Respond, expiresAt?: Date) =>
  fakeCall({ account: account(expiresAt), hosts, apiVersion: 'v26.0', respond });
const scopes = Object.values(connect.scopes).flat();
const short = { access_token: 'SHORT', user_id: 1, permissions: scopes };
const long = { access_token: 'LONG', token_type: 'bearer', expires_in: 5_183_944 };
const me = { id: '9', user_id: '17841', username: 'ada', name: 'Ada', account_type: 'BUSINESS' };
const grant = { code: 'abc#_', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

const platform =
  (bodies: { short?: unknown; long?: unknown; me?: unknown }): Respond =>
  ({ url }) => {
    if (url.startsWith('https://api.instagram.com/oauth/access_token')) return jsonReply(bodies.short ?? short);
    return jsonReply(url.includes('/me?') ? (bodies.me ?? me) : (bodies.long ?? long));
  };

test('requests scopes for publishing, comments, messages and insights', () => {
  const { call } = fake(() => lost);
  const url = new URL(
    connect.authorizeUrl(call, {
      redirectUri: grant.redirectUri,
      state: 's',
      codeChallenge: undefined,
      scopes: connect.requestedScopes,
    }),
  );
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.instagram.com/oauth/authorize');
  const requestedScopes = [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
    'instagram_business_manage_messages',
    'instagram_business_manage_insights',
  ];
  assert.equal(url.searchParams.get('scope'), requestedScopes.join(','));
});

test('exchanges a code for an account, whatever the shape of the responses', async () => {
  const wrapped = { short: { data: [{ ...short, permissions: scopes.join(',') }] }, me: { data: [me] } };
  for (const bodies of [{}, wrapped]) {
    const { call, sent } = fake(platform(bodies));
    const connected = await connect.exchange(call, grant);
    assert.ok(connected.kind === 'accounts');
    const [first] = connected.accounts;
    assert.deepEqual([first?.providerAccountId, first?.username, first?.displayName], ['17841', 'ada', 'Ada']);
    assert.deepEqual(first?.grantedScopes, scopes);
    assert.deepEqual(first.tokens?.expiresAt, new Date(now.getTime() + 5_183_944_000));
    assert.equal(first.tokens.accessToken, 'LONG');
    assert.equal(sent[0]?.form.get('code'), 'abc');
    assert.equal(sent[2]?.headers?.['authorization'], 'Bearer LONG');
  }
});

test('accepts only professional accounts, however their type is spelled', async () => {
  for (const account_type of ['BUSINESS', 'Business', 'MEDIA_CREATOR', 'Media_Creator']) {
    const { call } = fake(platform({ me: { ...me, account_type } }));
    assert.equal((await connect.exchange(call, grant)).kind, 'accounts', account_type);
  }
  const { call } = fake(platform({ me: { ...me, account_type: 'PERSONAL' } }));
  const connected = await connect.exchange(call, grant);
  assert.ok(connected.kind === 'refused' && /professional/.test(connected.reason));
});

test('refuses an invalid code and reports an outage as unavailable', async () => {
  const kind = async (reply: PlatformReply) => (await connect.exchange(fake(() => reply).call, grant)).kind;
  const flat = { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' };
  assert.equal(await kind(jsonReply(flat, 400)), 'refused');
  assert.equal(await kind(jsonReply(flat, 500)), 'unavailable');
  assert.equal(await kind(lost), 'unavailable');
  assert.equal(await kind(textReply('<html>')), 'unavailable');
  assert.equal(await kind(jsonReply({ data: [{}] })), 'unavailable');
  assert.equal(await kind(jsonReply({ error: { code: 4, message: 'slow' } }, 400)), 'unavailable');
  assert.equal(await kind(jsonReply({ access_token: 'line\nbreak' })), 'unavailable');
});

const refresh = async (reply: PlatformReply, expiresAt = new Date(now.getTime() + 30 * day)) => {
  const { call, sent } = fake(() => reply, expiresAt);
  return { refreshed: await connect.refresh?.(call), sent };
};

test('does not refresh a token of the last 24 hours', async () => {
  const { refreshed, sent } = await refresh(jsonReply(long), new Date(now.getTime() + 60 * day - 1000));
  assert.ok(refreshed?.kind === 'later' && refreshed.retryAfterMs === day - 1000);
  assert.equal(sent.length, 0);
});

test('keeps the token unless the refusal is definite', async () => {
  assert.equal((await refresh(jsonReply({ ...long, access_token: 'NEW' }))).refreshed?.kind, 'refreshed');
  for (const reply of [
    jsonReply({}),
    jsonReply({ access_token: '' }),
    textReply(''),
    lost,
    jsonReply({ error: { code: 2, message: '' } }, 500),
    jsonReply({ error: { code: 10, message: '' } }, 400),
  ]) {
    assert.equal((await refresh(reply)).refreshed?.kind, 'later', JSON.stringify(reply));
  }
  const cause = async (error: object) => {
    const { refreshed } = await refresh(jsonReply({ error }, 400));
    return refreshed?.kind === 'refused' ? refreshed.cause : undefined;
  };
  assert.equal(await cause({ code: 190, message: 'x' }), 'tokenDead');
  assert.equal(await cause({ code: 190, error_subcode: 463, message: 'x' }), 'tokenDead');
  assert.equal(await cause({ code: 190, error_subcode: 458, message: 'x' }), 'authorizationRemoved');
});
