import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { answer, answerText, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { connect } from './connect.ts';
import { instagram } from './index.ts';

const day = 24 * 3_600_000;
const now = new Date('2026-10-01T12:00:00Z');
const account = (expiresAt: Date | undefined): CallAccount => ({
  providerAccountId: '17841',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', isRefreshable: true, ...(expiresAt === undefined ? {} : { expiresAt }) },
  state: {},
});
const world = (respond: Respond, expiresAt?: Date) =>
  fakeCall({ account: account(expiresAt), hosts: instagram.hosts, apiVersion: 'v26.0', respond });
const scopes = Object.values(connect.scopes).flat();
const short = { access_token: 'SHORT', user_id: 1, permissions: scopes };
const long = { access_token: 'LONG', token_type: 'bearer', expires_in: 5_183_944 };
const me = { id: '9', user_id: '17841', username: 'ada', name: 'Ada', account_type: 'BUSINESS' };
const grant = { code: 'abc#_', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

const network =
  (answers: { short?: unknown; long?: unknown; me?: unknown }): Respond =>
  ({ url }) => {
    if (url.startsWith('https://api.instagram.com/oauth/access_token')) return answer(answers.short ?? short);
    return answer(url.includes('/me?') ? (answers.me ?? me) : (answers.long ?? long));
  };

test('the consent page asks for publishing and first comments, not for messages or insights', () => {
  const { call } = world(() => lost);
  const url = new URL(
    connect.authorizeUrl(call, {
      redirectUri: grant.redirectUri,
      state: 's',
      codeChallenge: undefined,
      scopes: connect.requestedScopes,
    }),
  );
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.instagram.com/oauth/authorize');
  const asked = [
    'instagram_business_basic',
    'instagram_business_content_publish',
    'instagram_business_manage_comments',
  ];
  assert.equal(url.searchParams.get('scope'), asked.join(','));
});

test('a code becomes an account, in every shape the answers come in', async () => {
  const wrapped = { short: { data: [{ ...short, permissions: scopes.join(',') }] }, me: { data: [me] } };
  for (const answers of [{}, wrapped]) {
    const { call, sent } = world(network(answers));
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

test('only professional accounts are taken, however their type is spelled', async () => {
  for (const account_type of ['BUSINESS', 'Business', 'MEDIA_CREATOR', 'Media_Creator']) {
    const { call } = world(network({ me: { ...me, account_type } }));
    assert.equal((await connect.exchange(call, grant)).kind, 'accounts', account_type);
  }
  const { call } = world(network({ me: { ...me, account_type: 'PERSONAL' } }));
  const connected = await connect.exchange(call, grant);
  assert.ok(connected.kind === 'refused' && /professional/.test(connected.reason));
});

test('a bad code is refused, an outage is not', async () => {
  const kind = async (reply: PlatformReply) => (await connect.exchange(world(() => reply).call, grant)).kind;
  const flat = { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' };
  assert.equal(await kind(answer(flat, 400)), 'refused');
  assert.equal(await kind(answer(flat, 500)), 'unavailable');
  assert.equal(await kind(lost), 'unavailable');
  assert.equal(await kind(answerText('<html>')), 'unavailable');
  assert.equal(await kind(answer({ data: [{}] })), 'unavailable');
  assert.equal(await kind(answer({ error: { code: 4, message: 'slow' } }, 400)), 'unavailable');
  assert.equal(await kind(answer({ access_token: 'line\nbreak' })), 'unavailable');
});

const refresh = async (reply: PlatformReply, expiresAt = new Date(now.getTime() + 30 * day)) => {
  const { call, sent } = world(() => reply, expiresAt);
  return { refreshed: await connect.refresh?.(call), sent };
};

test('a token of the last 24 hours is left alone', async () => {
  const { refreshed, sent } = await refresh(answer(long), new Date(now.getTime() + 60 * day - 1000));
  assert.ok(refreshed?.kind === 'later' && refreshed.retryAfterMs === day - 1000);
  assert.equal(sent.length, 0);
});

test('"reconnecting wiped the token": only a definite refusal changes anything', async () => {
  assert.equal((await refresh(answer({ ...long, access_token: 'NEW' }))).refreshed?.kind, 'refreshed');
  for (const reply of [
    answer({}),
    answer({ access_token: '' }),
    answerText(''),
    lost,
    answer({ error: { code: 2, message: '' } }, 500),
    answer({ error: { code: 10, message: '' } }, 400),
  ]) {
    assert.equal((await refresh(reply)).refreshed?.kind, 'later', JSON.stringify(reply));
  }
  const cause = async (error: object) => {
    const { refreshed } = await refresh(answer({ error }, 400));
    return refreshed?.kind === 'refused' ? refreshed.cause : undefined;
  };
  assert.equal(await cause({ code: 190, message: 'x' }), 'tokenDead');
  assert.equal(await cause({ code: 190, error_subcode: 463, message: 'x' }), 'tokenDead');
  assert.equal(await cause({ code: 190, error_subcode: 458, message: 'x' }), 'authorizationRemoved');
});
