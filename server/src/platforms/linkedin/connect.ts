import { Type } from 'typebox';
import type { Connected } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { oauthConnect } from '../shared/oauth.ts';
import type { OAuthTokens } from '../shared/oauth-tokens.ts';
import { connectFailure, type ConnectFailure } from '../shared/reply.ts';
import type { LinkedinCall } from './call.ts';
import { readReply, type LinkedinError, type LinkedinFailure } from './client.ts';
import { scopes, vettedScopes } from './scopes.ts';

const refreshing = 'LinkedIn API: Refresh tokens with OAuth 2.0';

export const connect = oauthConnect<LinkedinCall, LinkedinError>({
  client: ({ credentials }) => ({ id: credentials.CLIENT_ID, secret: credentials.CLIENT_SECRET }),
  scopes,
  vettedScopes,
  authorize: {
    url: ({ hosts }) => `${hosts.authorize}/oauth/v2/authorization`,
    parameters: ['response_type', 'client_id', 'redirect_uri', 'state', 'scope'],
    scopeSeparator: ' ',
  },
  token: {
    url: ({ hosts }) => `${hosts.authorize}/oauth/v2/accessToken`,
    auth: 'form',
    exchange: ['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret'],
    refresh: ['grant_type', 'refresh_token', 'client_id', 'client_secret'],
    read: (reply, { clock }) => readReply(reply, clock.now()),
    noToken: 'LinkedIn returned no token',
  },
  readAccount,
  toConnectFailure: failed,
  refresh: {
    refreshToken: 'required',
    toTokenError: ({ status, code, message, retryAfterMs }) => ({
      error: code,
      reason: message,
      retryAfterMs: status === 429 ? retryAfterMs : undefined,
    }),
    rows: [
      { error: 'invalid_client_id', meaning: 'appProblem', source: refreshing },
      { error: 'invalid_request', reason: /client|redirect/i, meaning: 'appProblem', source: refreshing },
      // LinkedIn reports an ended or revoked refresh token as an invalid request.
      { error: 'invalid_request', reason: /token|grant|authoriz/i, meaning: 'tokenDead', source: refreshing },
    ],
  },
});

/** `sub` is inserted into a URN. */
const readMe = responseReader(
  Type.Object({
    sub: Type.String({ pattern: '^[\\w-]{1,100}$' }),
    name: Type.Optional(Type.Unknown()),
    picture: Type.Optional(Type.Unknown()),
  }),
);

async function readAccount(call: LinkedinCall, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const { http, hosts, clock } = call;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const url = `${hosts.api}/v2/userinfo`;
  const reply = readReply(await http.send({ method: 'GET', url, headers }), clock.now());
  if (reply.kind !== 'ok') return failed(reply);
  const me = readMe(reply.json);
  if (me === undefined) return { kind: 'unavailable', reason: 'LinkedIn did not identify the account' };
  const displayName = platformText(me.name, 200) ?? me.sub;
  const avatarUrl = webUrl(me.picture);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: me.sub,
        // Few apps can read the name in the profile URL.
        username: displayName,
        displayName,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}

function failed(failure: LinkedinFailure): ConnectFailure {
  return connectFailure(failure, ({ status, message }) => ({
    isTemporary: status === 429,
    reason: `${status} ${message}`,
  }));
}
