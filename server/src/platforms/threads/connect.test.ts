import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { answer, answerText, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { connect } from './connect.ts';
import { threads } from './index.ts';

const day = 24 * 3_600_000;
const now = new Date('2026-10-01T12:00:00Z');
const account = (expiresAt: Date): CallAccount => ({
  providerAccountId: '25',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', isRefreshable: true, expiresAt },
  state: {},
});
const world = (respond: Respond, expiresAt = now) =>
  fakeCall({ account: account(expiresAt), hosts: threads.hosts, apiVersion: 'v1.0', respond });
const grant = { code: 'abc#_', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

const network =
  (changed: Readonly<Record<string, PlatformReply>> = {}): Respond =>
  ({ url }) => {
    const { pathname } = new URL(url);
    const answers: Readonly<Record<string, PlatformReply>> = {
      '/oauth/access_token': answerText('{"access_token":"SHORT","user_id":25000000000000001}'),
      '/access_token': answer({ access_token: 'LONG', token_type: 'bearer', expires_in: 5_184_000 }),
      '/v1.0/debug_token': answer({ data: { scopes: ['threads_basic'] } }),
      '/v1.0/me': answerText('{"id":25000000000000001,"username":"ada","name":"Ada"}'),
      ...changed,
    };
    return answers[pathname] ?? lost;
  };

test('the consent page asks for publishing, replies and deleting, not for insights', () => {
  const asked = {
    redirectUri: grant.redirectUri,
    state: 's',
    codeChallenge: undefined,
    scopes: connect.requestedScopes,
  };
  const url = new URL(connect.authorizeUrl(world(() => lost).call, asked));
  assert.equal(`${url.origin}${url.pathname}`, 'https://threads.net/oauth/authorize');
  assert.deepEqual(url.searchParams.get('scope')?.split(',').sort(), [
    'threads_basic',
    'threads_content_publish',
    'threads_delete',
    'threads_manage_replies',
  ]);
});

test('a code becomes an account with the scopes that were granted, and all digits of its id', async () => {
  const { call, sent } = world(network());
  const connected = await connect.exchange(call, grant);
  assert.ok(connected.kind === 'accounts');
  const [first] = connected.accounts;
  assert.deepEqual([first?.providerAccountId, first?.displayName], ['25000000000000001', 'Ada']);
  assert.deepEqual(first?.grantedScopes, ['threads_basic']);
  assert.deepEqual(first.tokens?.expiresAt, new Date(now.getTime() + 60 * day));
  assert.equal(sent[0]?.form.get('code'), 'abc');
});

test('a bad code is refused, what cannot be read is not', async () => {
  const kind = async (path: string, reply: PlatformReply) =>
    (await connect.exchange(world(network({ [path]: reply })).call, grant)).kind;
  const flat = { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' };
  assert.equal(await kind('/oauth/access_token', answer(flat, 400)), 'refused');
  assert.equal(await kind('/oauth/access_token', answer(flat, 429)), 'unavailable');
  assert.equal(await kind('/oauth/access_token', answer(flat, 500)), 'unavailable');
  assert.equal(await kind('/v1.0/debug_token', answer({ data: {} })), 'unavailable');
  assert.equal(await kind('/v1.0/me', answer({ id: '25', username: '../ada' })), 'unavailable');
});

test('a token of the last 24 hours is not refreshed yet', async () => {
  const young = world(() => lost, new Date(now.getTime() + 59.5 * day));
  assert.deepEqual(await connect.refresh?.(young.call), {
    kind: 'later',
    reason: 'a token of the last 24 hours',
    retryAfterMs: day / 2,
  });
  assert.equal(young.sent.length, 0);
  const fresh = answer({ access_token: 'NEW', token_type: 'bearer', expires_in: 5_184_000 });
  const old = world(() => fresh, new Date(now.getTime() + 59 * day));
  assert.equal((await connect.refresh?.(old.call))?.kind, 'refreshed');
});
