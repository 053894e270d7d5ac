import { Type } from 'typebox';
import type { Connected } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { oauthConnect } from '../shared/oauth.ts';
import type { OAuthTokens } from '../shared/oauth-tokens.ts';
import { connectFailure, type ConnectFailure } from '../shared/reply.ts';
import type { XCall } from './call.ts';
import { callWith, readReply, type XError, type XFailure } from './client.ts';
import { scopes } from './scopes.ts';

export const connect = oauthConnect<XCall, XError>({
  client: ({ credentials }) => ({ id: credentials.CLIENT_ID, secret: credentials.CLIENT_SECRET }),
  scopes,
  authorize: {
    url: ({ hosts }) => `${hosts.authorize}/i/oauth2/authorize`,
    parameters: [
      'response_type',
      'client_id',
      'redirect_uri',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
    ],
    scopeSeparator: ' ',
  },
  token: {
    url: ({ hosts }) => `${hosts.api}/2/oauth2/token`,
    auth: 'basic',
    exchange: ['grant_type', 'code', 'redirect_uri', 'code_verifier'],
    refresh: ['grant_type', 'refresh_token'],
    read: (reply, { clock }) => readReply(reply, clock.now()),
    noToken: 'X returned no token',
  },
  readAccount,
  toConnectFailure: failed,
  refresh: {
    refreshToken: 'replaced',
    toTokenError: ({ type, detail, retryAfterMs }) => ({ error: type, reason: detail, retryAfterMs }),
    rows: [
      {
        error: 'invalid_request',
        reason: /client/i,
        meaning: 'appProblem',
        source: 'X API: OAuth 2.0 (client_id missing)',
      },
      // X reports a spent or revoked refresh token as an invalid request.
      { error: 'invalid_request', reason: /token/i, meaning: 'tokenDead', source: 'X developer community' },
    ],
  },
  revoke: {
    url: ({ hosts }) => `${hosts.api}/2/oauth2/revoke`,
    parameters: ['token'],
    // The refresh token comes first, because it could still issue access tokens.
    tokensOf: ({ refreshToken, accessToken }) => [refreshToken ?? [], accessToken].flat(),
    isRevoked: (reply, { clock }) => readReply(reply, clock.now()).kind === 'ok',
  },
});

/** ID and username are inserted into URLs. */
const Me = Type.Object({
  data: Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,19}$' }),
    username: Type.String({ pattern: '^\\w{1,50}$' }),
    name: Type.Optional(Type.Unknown()),
    profile_image_url: Type.Optional(Type.Unknown()),
  }),
});
const readMe = responseReader(Me);

async function readAccount(call: XCall, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const query = { 'user.fields': 'id,name,username,profile_image_url' };
  const reply = await callWith(call, `Bearer ${tokens.accessToken}`, { path: '/2/users/me', query });
  if (reply.kind !== 'ok') return failed(reply);
  const me = readMe(reply.json)?.data;
  if (me === undefined) return { kind: 'unavailable', reason: 'X did not identify the account' };
  const avatarUrl = webUrl(me.profile_image_url);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: me.id,
        username: me.username,
        displayName: platformText(me.name, 200) ?? me.username,
        profileUrl: `https://x.com/${me.username}`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}

function failed(failure: XFailure): ConnectFailure {
  return connectFailure(failure, ({ status, detail }) => ({ isTemporary: status === 429, reason: detail }));
}
