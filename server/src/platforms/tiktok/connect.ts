import { Type, type Static } from 'typebox';
import type { Connected } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { oauthConnect } from '../shared/oauth.ts';
import type { OAuthTokens } from '../shared/oauth-tokens.ts';
import { connectFailure, type ConnectFailure, type Failure } from '../shared/reply.ts';
import type { TiktokCall } from './call.ts';
import { readReply, type TiktokError } from './client.ts';
import { scopes } from './scopes.ts';
import { openIdOf, readTokenReply, type TiktokTokenError } from './tokens.ts';

export const connect = oauthConnect<TiktokCall, TiktokTokenError>({
  client: ({ credentials }) => ({ id: credentials.CLIENT_KEY, secret: credentials.CLIENT_SECRET }),
  scopes,
  authorize: {
    url: ({ hosts }) => `${hosts.authorize}/v2/auth/authorize/`,
    parameters: ['client_key', 'response_type', 'scope', 'redirect_uri', 'state'],
    scopeSeparator: ',',
  },
  token: {
    url: ({ hosts }) => `${hosts.api}/v2/oauth/token/`,
    auth: 'form',
    exchange: ['client_key', 'client_secret', 'code', 'grant_type', 'redirect_uri'],
    refresh: ['client_key', 'client_secret', 'grant_type', 'refresh_token'],
    read: readTokenReply,
    noToken: 'TikTok returned no token',
  },
  readAccount,
  toConnectFailure: failed,
  refresh: {
    // A new refresh token, if any, replaces the old one, which may be spent.
    refreshToken: 'kept',
    toTokenError: ({ code, message, retryAfterMs }) => ({ error: code, reason: message, retryAfterMs }),
    isOwner: ({ account }, json) => openIdOf(json) === account.providerAccountId,
  },
  revoke: {
    url: ({ hosts }) => `${hosts.api}/v2/oauth/revoke/`,
    parameters: ['client_key', 'client_secret', 'token'],
    tokensOf: ({ accessToken }) => [accessToken],
    isRevoked: (reply) => reply.kind === 'response' && reply.status < 300,
  },
});

const User = Type.Object({
  username: Type.Optional(Type.Unknown()),
  display_name: Type.Optional(Type.Unknown()),
  avatar_url: Type.Optional(Type.Unknown()),
  profile_deep_link: Type.Optional(Type.Unknown()),
});
const readUser = responseReader(Type.Object({ user: User }));

async function readAccount(call: TiktokCall, granted: OAuthTokens, json: unknown): Promise<Connected> {
  const { tokens, scopes: grantedScopes } = granted;
  const openId = openIdOf(json) ?? '';
  const named = grantedScopes.includes('user.info.profile') ? ',username,profile_deep_link' : '';
  const query = new URLSearchParams({ fields: `open_id,avatar_url,display_name${named}` });
  const url = `${call.hosts.api}/v2/user/info/?${query.toString()}`;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const reply = readReply(await call.http.send({ method: 'GET', url, headers }));
  if (reply.kind !== 'ok') return failed(reply);
  const user = readUser(reply.data)?.user;
  if (user === undefined) return { kind: 'unavailable', reason: 'TikTok did not identify the account' };
  return { kind: 'accounts', accounts: [{ ...toAccount(openId, user), grantedScopes, tokens }] };
}

function toAccount(openId: string, user: Static<typeof User>) {
  const displayName = platformText(user.display_name, 200) || openId;
  const handle = platformText(user.username, 100);
  const avatarUrl = webUrl(user.avatar_url);
  const profileUrl = webUrl(user.profile_deep_link);
  return {
    providerAccountId: openId,
    username: handle || displayName,
    displayName,
    ...(profileUrl === undefined ? {} : { profileUrl }),
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
    // Post URLs contain the username, never the display name.
    state: { handle: handle ?? null },
  };
}

function failed(failure: Failure<TiktokError>): ConnectFailure {
  return connectFailure(failure, ({ status, message }) => ({
    isTemporary: status === 429,
    reason: message,
  }));
}
