import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, lost, notSent, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { connect } from './connect.ts';
import { pdsOf, plainHandle } from './sign-in.ts';
import { expiryOf } from './tokens.ts';

const now = new Date('2026-10-01T12:00:00Z');
const did = 'did:plc:abcdefghijklmnopqrstuvwx';
const account: CallAccount = {
  providerAccountId: did,
  username: 'ada.bsky.test',
  grantedScopes: ['atproto'],
  tokens: { accessToken: 'ACCESS', refreshToken: 'REFRESH', isRefreshable: true },
  state: { pds: 'https://pds.example' },
};
const fake = (respond: Respond) => fakeCall({ account, hosts, respond });
const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;
const exp = now.getTime() / 1000 + 3600;
const didDoc = {
  id: did,
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'https://pds.example/' }],
};
const session = { accessJwt: jwt({ exp }), refreshJwt: 'R', did, handle: 'ada.bsky.test', active: true, didDoc };
const values = { handle: ' @Ada.bsky.TEST\u202c', appPassword: 'sand-boxx-pass-word' };

test('signs in to an account on its own server', async () => {
  const { call, sent } = fake(({ url }) =>
    url.includes('createSession')
      ? jsonReply(session)
      : jsonReply({ did, handle: 'ada.bsky.test', displayName: 'Ada', avatar: 'https://cdn.example/a.jpg' }),
  );
  const connected = await connect.signIn(call, values);
  assert.ok(connected.kind === 'accounts');
  assert.deepEqual(connected.accounts, [
    {
      providerAccountId: did,
      username: 'ada.bsky.test',
      displayName: 'Ada',
      profileUrl: 'https://bsky.app/profile/ada.bsky.test',
      avatarUrl: 'https://cdn.example/a.jpg',
      grantedScopes: ['atproto'],
      tokens: {
        accessToken: session.accessJwt,
        refreshToken: 'R',
        expiresAt: new Date(exp * 1000),
        isRefreshable: true,
      },
      state: { pds: 'https://pds.example' },
    },
  ]);
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), { identifier: 'ada.bsky.test', password: values.appPassword });
  assert.equal(sent[0]?.url, 'https://bsky.social/xrpc/com.atproto.server.createSession');
  assert.match(sent[1]?.url ?? '', /^https:\/\/pds\.example\/xrpc\/app\.bsky\.actor\.getProfile\?actor=did/);
});

test('keeps the path of a custom server and connects without a profile', async () => {
  const { call, sent } = fake(({ url }) =>
    url.includes('createSession') ? jsonReply({ ...session, didDoc: undefined }) : lost,
  );
  const connected = await connect.signIn(call, { ...values, serviceUrl: 'https://own.example/base/' });
  assert.ok(connected.kind === 'accounts');
  assert.equal(sent[0]?.url, 'https://own.example/base/xrpc/com.atproto.server.createSession');
  assert.deepEqual(connected.accounts[0]?.state, { pds: 'https://own.example/base' });
  assert.equal(connected.accounts[0].displayName, 'ada.bsky.test');
});

test('refuses wrong credentials and reports an outage as unavailable', async () => {
  const kind = async (reply: PlatformReply) => (await connect.signIn(fake(() => reply).call, values)).kind;
  const named = (error: string, status: number) => jsonReply({ error, message: 'x' }, status);
  assert.equal(await kind(named('AuthenticationRequired', 401)), 'refused');
  assert.equal(await kind(named('AuthFactorTokenRequired', 401)), 'refused');
  assert.equal(await kind(jsonReply({ ...session, active: false })), 'refused');
  for (const reply of [
    lost,
    notSent,
    named('RateLimitExceeded', 429),
    named('InternalServerError', 500),
    textReply('<html>', 404),
    jsonReply({}),
    jsonReply({ ...session, accessJwt: '' }),
    jsonReply({ ...session, refreshJwt: 'a\nb' }),
  ]) {
    assert.equal(await kind(reply), 'unavailable', JSON.stringify(reply));
  }
  assert.equal((await connect.signIn(fake(() => lost).call, { ...values, serviceUrl: 'not a url' })).kind, 'refused');
});

test('never overwrites tokens with empty ones and disconnects only after a definite refusal', async () => {
  const refresh = async (reply: PlatformReply) => {
    const { call, sent } = fake(() => reply);
    return { refreshed: await connect.refresh?.(call), sent };
  };
  const { refreshed, sent } = await refresh(jsonReply(session));
  assert.equal(refreshed?.kind, 'refreshed');
  assert.deepEqual(
    [sent[0]?.method, sent[0]?.headers?.['authorization'], sent[0]?.body],
    ['POST', 'Bearer REFRESH', undefined],
  );
  const later = [
    lost,
    notSent,
    jsonReply({}),
    jsonReply({ ...session, refreshJwt: '' }),
    jsonReply({ ...session, did: 'did:plc:other' }),
    jsonReply({ error: 'UpstreamFailure' }, 502),
    jsonReply({ error: 'InvalidRequest' }, 400),
    textReply('', 401),
  ];
  for (const reply of later) assert.equal((await refresh(reply)).refreshed?.kind, 'later', JSON.stringify(reply));
  for (const error of ['ExpiredToken', 'InvalidToken', 'AccountTakedown']) {
    assert.equal((await refresh(jsonReply({ error, message: 'x' }, 400))).refreshed?.kind, 'refused');
  }
});

test('refuses a deleted account with the message of the real server', async () => {
  const message = `Could not find user info for account: ${did}`;
  const { call } = fake(() => jsonReply({ error: 'InvalidRequest', message }, 400));
  assert.deepEqual(await connect.refresh?.(call), { kind: 'refused', cause: 'tokenDead', reason: message });
});

test('reads the rate limit reset only from responses that are rate limited', async () => {
  const headers = { 'ratelimit-reset': String(now.getTime() / 1000 + 300), 'ratelimit-remaining': '2935' };
  const refresh = async (error: string, status: number) =>
    await connect.refresh?.(fake(() => jsonReply({ error, message: 'x' }, status, headers)).call);
  assert.deepEqual(await refresh('InvalidRequest', 400), { kind: 'later', reason: 'x' });
  assert.deepEqual(await refresh('RateLimitExceeded', 429), { kind: 'later', reason: 'x', retryAfterMs: 300_000 });
});

test('revokes the session with the refresh token', async () => {
  const { call, sent } = fake(() => textReply('', 200));
  assert.equal(await connect.revoke?.(call), true);
  assert.deepEqual(
    [sent[0]?.url, sent[0]?.headers?.['authorization']],
    ['https://pds.example/xrpc/com.atproto.server.deleteSession', 'Bearer REFRESH'],
  );
  assert.equal(await connect.revoke?.(fake(() => lost).call), false);
});

test('reads the expiry of a token, otherwise assumes two hours', () => {
  const inTwoHours = new Date(now.getTime() + 7_200_000);
  assert.deepEqual(expiryOf(jwt({ exp }), now), new Date(exp * 1000));
  for (const odd of [jwt({}), jwt({ exp: 'x' }), jwt({ exp: -1 }), jwt({ exp: 1e300 }), jwt(null), 'x', 'a.b.c']) {
    assert.deepEqual(expiryOf(odd, now), inTwoHours, odd);
  }
  fc.assert(fc.property(fc.string(), (text) => assert.ok(expiryOf(text, now) > now)));
});

test('normalizes pasted handles and reads servers from DID documents', () => {
  assert.equal(plainHandle(' @\u202aAda.Example\u202c '), 'ada.example');
  const doc = (serviceEndpoint: unknown) => ({ service: [{ id: `${did}#atproto_pds`, serviceEndpoint }] });
  assert.equal(pdsOf(doc('https://a.example/x/?q#h')), 'https://a.example/x');
  for (const odd of [undefined, null, {}, { service: 5 }, doc(5), doc('ftp://a'), doc('nonsense')])
    assert.equal(pdsOf(odd), undefined);
});
