import { Type } from 'typebox';
import type { Call, Connected, OAuthConnect, Refreshed } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { askToken, readReply, type Failure } from './client.ts';
import { reasonOf } from './errors.ts';
import { scopes } from './scopes.ts';
import { refreshFailure } from '../shared/oauth-refresh.ts';
import { readOAuthTokens, type OAuthTokens } from '../shared/oauth-tokens.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes: scopes.publish,
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state, scopes }) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      state,
      scope: scopes.join(' '),
    });
    return `${hosts['authorize'] ?? ''}/oauth/v2/authorization?${query.toString()}`;
  },
  exchange: async (call, { code, redirectUri }) => {
    const reply = await askToken(call, { grant_type: 'authorization_code', code, redirect_uri: redirectUri });
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
    if (read?.tokens.refreshToken === undefined) return { kind: 'later', reason: noToken.reason };
    const granted = read.scopes.length === 0 ? {} : { grantedScopes: read.scopes };
    return { kind: 'refreshed', tokens: read.tokens, ...granted };
  },
};

const noToken = { kind: 'unavailable', reason: 'LinkedIn answered without a token' } as const;

/** The id becomes part of an urn. */
const readMe = answerReader(
  Type.Object({
    sub: Type.String({ pattern: '^[\\w-]{1,100}$' }),
    name: Type.Optional(Type.Unknown()),
    picture: Type.Optional(Type.Unknown()),
  }),
);

async function readAccount(call: Call, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const { http, hosts, clock } = call;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const url = `${hosts['api'] ?? ''}/v2/userinfo`;
  const reply = readReply(await http.send({ method: 'GET', url, headers }), clock.now());
  if (reply.kind !== 'ok') return failed(reply);
  const me = readMe(reply.json);
  if (me === undefined) return { kind: 'unavailable', reason: 'LinkedIn does not say whose account it is' };
  const displayName = networkText(me.name, 200) ?? me.sub;
  const avatarUrl = webUrl(me.picture);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: me.sub,
        // Names of addresses can be read by few apps.
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

function failed(failure: Failure): Exclude<Connected, { kind: 'accounts' }> {
  const isDefinite = failure.kind === 'error' && failure.fault.status !== 429;
  return { kind: isDefinite ? 'refused' : 'unavailable', reason: reasonOf(failure) };
}

const authorization = 'LinkedIn API: Refresh tokens with OAuth 2.0';

function notRefreshed(failure: Failure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { status, code, message: reason, retryAfterMs } = failure.fault;
  return refreshFailure({ error: code, reason, retryAfterMs: status === 429 ? retryAfterMs : undefined }, [
    { error: 'invalid_client_id', meaning: 'appProblem', source: authorization },
    { error: 'invalid_request', reason: /client|redirect/i, meaning: 'appProblem', source: authorization },
    // LinkedIn also words a refresh token that ended or was revoked as an invalid request.
    { error: 'invalid_request', reason: /token|grant|authoriz/i, meaning: 'tokenDead', source: authorization },
  ]);
}
