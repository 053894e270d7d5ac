import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { Call, CallAccount } from '../adapter.ts';
import { oauthConnect } from './oauth.ts';
import { connectFailure, unanswered, type Reply } from './reply.ts';
import { jsonReply, fakeCall, lost, type Respond } from './test/fake-call.ts';

type Flow = Parameters<typeof oauthConnect<Call<'api', 'CLIENT_ID' | 'CLIENT_SECRET'>, string>>[0];

const account: CallAccount = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', refreshToken: 'R1', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts: { api: 'https://api.example' }, respond });
const token = { access_token: 'AT', expires_in: 3600, scope: 'read,write' };

function read(reply: PlatformReply): Reply<{ json: unknown }, string> {
  if (reply.kind !== 'response') return unanswered(reply);
  return reply.status < 300 ? { kind: 'ok', json: reply.json } : { kind: 'error', error: reply.text };
}

function connectWith({ auth = 'form', refreshToken = 'replaced' }: { auth?: Auth; refreshToken?: Rotation } = {}) {
  return oauthConnect({
    client: ({ credentials }) => ({ id: `${credentials.CLIENT_ID}:`, secret: credentials.CLIENT_SECRET }),
    scopes: { publish: ['write'], extras: ['read'], comments: [], messages: [], analytics: [] },
    authorize: {
      url: ({ hosts }) => `${hosts.api}/authorize`,
      parameters: ['scope', ['prompt', 'consent'], 'client_id', 'state'],
      scopeSeparator: ',',
    },
    token: {
      url: ({ hosts }) => `${hosts.api}/token`,
      auth,
      exchange: ['code', 'client_key', 'grant_type'],
      refresh: ['refresh_token'],
      read,
      noToken: 'no token',
    },
    readAccount: async () => ({ kind: 'accounts', accounts: [] }),
    toConnectFailure: (failure) => connectFailure(failure, (reason) => ({ isTemporary: false, reason })),
    refresh: { refreshToken, toTokenError: (error) => ({ error, reason: error }) },
    revoke: {
      url: ({ hosts }) => `${hosts.api}/revoke`,
      parameters: ['token'],
      tokensOf: (tokens) => [tokens.refreshToken ?? '', tokens.accessToken],
      isRevoked: (reply) => reply.kind === 'response',
    },
  } satisfies Flow);
}

type Auth = Flow['token']['auth'];
type Rotation = Flow['refresh']['refreshToken'];

const grant = { code: 'c', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

test('sends parameters in the order of the table, constants included', async () => {
  const { call, sent } = fake(() => jsonReply(token));
  const connect = connectWith();
  const request = { ...grant, state: 's', codeChallenge: undefined, scopes: connect.requestedScopes };
  assert.equal(
    connect.authorizeUrl(call, request),
    'https://api.example/authorize?scope=write%2Cread&prompt=consent&client_id=app%3A&state=s',
  );
  await connect.exchange(call, grant);
  assert.equal(sent[0]?.text, 'code=c&client_key=app%3A&grant_type=authorization_code');
  assert.equal(connect.usesPkce, false);
});

test('encodes the credentials of a basic header unless the platform wants them raw', async () => {
  const pairs = { basic: 'app%3A:secret', basicRaw: 'app::secret' };
  for (const auth of ['basic', 'basicRaw'] as const) {
    const { call, sent } = fake(() => jsonReply(token));
    await connectWith({ auth }).exchange(call, grant);
    assert.equal(sent[0]?.headers?.['authorization'], `Basic ${Buffer.from(pairs[auth]).toString('base64')}`);
  }
});

test('keeps, requires or drops the refresh token when a refresh returns none', async () => {
  const refresh = (refreshToken: Rotation) =>
    connectWith({ refreshToken }).refresh?.(fake(() => jsonReply(token)).call);
  const refreshed = await refresh('kept');
  assert.equal(refreshed?.kind === 'refreshed' && refreshed.tokens.refreshToken, 'R1');
  assert.deepEqual(await refresh('required'), { kind: 'later', reason: 'no token' });
  const replaced = await refresh('replaced');
  assert.equal(replaced?.kind === 'refreshed' && replaced.tokens.isRefreshable, false);
});

test('revokes every token and reports success only if all of them were revoked', async () => {
  const { call, sent } = fake(({ text }) => (text === 'token=R1' ? lost : jsonReply({})));
  assert.equal(await connectWith().revoke?.(call), false);
  assert.deepEqual(
    sent.map(({ text }) => text),
    ['token=R1', 'token=OLD'],
  );
});
