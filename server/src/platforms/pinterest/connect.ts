import { Type } from 'typebox';
import type { Call, Connected, OAuthConnect, Refreshed } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { formBody } from '../shared/bodies.ts';
import { refreshFailure } from '../shared/oauth-refresh.ts';
import { readOAuthTokens, type OAuthTokens } from '../shared/oauth-tokens.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { callWith, type PinterestFailure, type PinterestReply } from './client.ts';
import { scopes } from './scopes.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes: [...scopes.publish, ...scopes.extras],
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state, scopes }) => {
    const query = new URLSearchParams({
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.join(','),
      state,
    });
    return `${hosts['authorize'] ?? ''}/oauth/?${query.toString()}`;
  },
  exchange: async (call, { code, redirectUri }) => {
    const reply = await askToken(call, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      // Apps made before 2025-09-25 get refresh tokens that can be renewed only with this; others ignore it.
      continuous_refresh: 'true',
    });
    if (reply.kind !== 'ok') return failed(reply);
    const read = readOAuthTokens(call, reply.json);
    return read === undefined ? noToken : await readAccount(call, read);
  },
  refresh: async (call) => {
    const refreshToken = call.account.tokens?.refreshToken;
    if (refreshToken === undefined) return { kind: 'later', reason: 'there is no refresh token' };
    const reply = await askToken(call, { grant_type: 'refresh_token', refresh_token: refreshToken });
    if (reply.kind !== 'ok') return notRefreshed(reply);
    const read = readOAuthTokens(call, reply.json);
    if (read === undefined) return { kind: 'later', reason: noToken.reason };
    const granted = read.scopes.length === 0 ? {} : { grantedScopes: read.scopes };
    // Newer apps get a new one each time, older ones keep theirs.
    return { kind: 'refreshed', tokens: { refreshToken, ...read.tokens, isRefreshable: true }, ...granted };
  },
};

const noToken = { kind: 'unavailable', reason: 'Pinterest answered without a token' } as const;

function askToken(call: Call, fields: Readonly<Record<string, string>>): Promise<PinterestReply> {
  const { CLIENT_ID: id = '', CLIENT_SECRET: secret = '' } = call.credentials;
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return callWith(call, authorization, { path: '/oauth/token', body: formBody(fields) });
}

const readUser = answerReader(
  Type.Object({
    id: Type.Optional(Type.String({ pattern: '^[0-9]{1,25}$' })),
    username: Type.String({ pattern: '^[\\w.-]{1,100}$' }),
    profile_image: Type.Optional(Type.Unknown()),
    business_name: Type.Optional(Type.Unknown()),
  }),
);

async function readAccount(call: Call, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const reply = await callWith(call, `Bearer ${tokens.accessToken}`, { path: '/user_account' });
  if (reply.kind !== 'ok') return failed(reply);
  const user = readUser(reply.json);
  if (user === undefined) return { kind: 'unavailable', reason: 'Pinterest does not say whose account it is' };
  const { username } = user;
  const avatarUrl = webUrl(user.profile_image);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: user.id ?? username,
        username,
        displayName: networkText(user.business_name, 200) || username,
        profileUrl: `https://www.pinterest.com/${username}/`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}

function failed(failure: PinterestFailure): Exclude<Connected, { kind: 'accounts' }> {
  if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
  const { status, message } = failure.error;
  return { kind: status === 429 ? 'unavailable' : 'refused', reason: message };
}

function notRefreshed(failure: PinterestFailure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { status, code, message, data, retryAfterMs } = failure.error;
  return refreshFailure({ error: `${status}/${code}`, reason: `${message} ${data}`.trim(), retryAfterMs }, [
    { error: '401/283', reason: /application/i, meaning: 'appProblem', source: 'pinterest-api-demo#16' },
    { error: '400/283', reason: /application/i, meaning: 'appProblem', source: 'pinterest-api-demo#16' },
    { error: '401/283', meaning: 'tokenDead', source: 'pinterest-python-sdk#114' },
    { error: '400/283', meaning: 'tokenDead', source: 'pinterest-python-sdk#114' },
    // The request is authenticated with the app's credentials, not with the account's token.
    { error: '401/2', meaning: 'appProblem', source: 'Pinterest API: Authentication' },
  ]);
}
