import { Type } from 'typebox';
import type { Connected } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { oauthConnect } from '../shared/oauth.ts';
import type { OAuthTokens } from '../shared/oauth-tokens.ts';
import { connectFailure, type ConnectFailure } from '../shared/reply.ts';
import type { PinterestCall } from './call.ts';
import { callWith, readReply, type PinterestError, type PinterestFailure } from './client.ts';
import { scopes } from './scopes.ts';

export const connect = oauthConnect<PinterestCall, PinterestError>({
  client: ({ credentials }) => ({ id: credentials.CLIENT_ID, secret: credentials.CLIENT_SECRET }),
  scopes,
  authorize: {
    url: ({ hosts }) => `${hosts.authorize}/oauth/`,
    parameters: ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
    scopeSeparator: ',',
  },
  token: {
    url: ({ hosts, apiVersion }) => `${hosts.api}/${apiVersion}/oauth/token`,
    auth: 'basicRaw',
    // Apps created before 2025-09-25 get renewable refresh tokens only with `continuous_refresh`.
    exchange: ['grant_type', 'code', 'redirect_uri', ['continuous_refresh', 'true']],
    refresh: ['grant_type', 'refresh_token'],
    read: readReply,
    noToken: 'Pinterest returned no token',
  },
  readAccount,
  toConnectFailure: failed,
  refresh: {
    // Newer apps get a new refresh token each time, older ones keep theirs.
    refreshToken: 'kept',
    toTokenError: ({ status, code, message, data, retryAfterMs }) => ({
      error: `${status}/${code}`,
      reason: `${message} ${data}`.trim(),
      retryAfterMs,
    }),
    rows: [
      { error: '401/283', reason: /application/i, meaning: 'appProblem', source: 'pinterest-api-demo#16' },
      { error: '400/283', reason: /application/i, meaning: 'appProblem', source: 'pinterest-api-demo#16' },
      { error: '401/283', meaning: 'tokenDead', source: 'pinterest-python-sdk#114' },
      { error: '400/283', meaning: 'tokenDead', source: 'pinterest-python-sdk#114' },
      // This request is authenticated as the app, not as the account.
      { error: '401/2', meaning: 'appProblem', source: 'Pinterest API: Authentication' },
    ],
  },
});

const readUser = responseReader(
  Type.Object({
    id: Type.Optional(Type.String({ pattern: '^[0-9]{1,25}$' })),
    username: Type.String({ pattern: '^[\\w.-]{1,100}$' }),
    profile_image: Type.Optional(Type.Unknown()),
    business_name: Type.Optional(Type.Unknown()),
  }),
);

async function readAccount(call: PinterestCall, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const reply = await callWith(call, `Bearer ${tokens.accessToken}`, { path: '/user_account' });
  if (reply.kind !== 'ok') return failed(reply);
  const user = readUser(reply.json);
  if (user === undefined) return { kind: 'unavailable', reason: 'Pinterest did not identify the account' };
  const { username } = user;
  const avatarUrl = webUrl(user.profile_image);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: user.id ?? username,
        username,
        displayName: platformText(user.business_name, 200) || username,
        profileUrl: `https://www.pinterest.com/${username}/`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}

function failed(failure: PinterestFailure): ConnectFailure {
  return connectFailure(failure, ({ status, message }) => ({ isTemporary: status === 429, reason: message }));
}
