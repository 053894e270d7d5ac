import { Type, type Static } from 'typebox';
import type { Call, Connected, OAuthConnect } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { formBody } from '../shared/bodies.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { refreshFailure } from '../shared/oauth-refresh.ts';
import { readReply } from './client.ts';
import { scopes } from './scopes.ts';
import { askToken, type Granted } from './tokens.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: false,
  scopes,
  requestedScopes: [...scopes.publish, ...scopes.extras],
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state, scopes }) => {
    const query = new URLSearchParams({
      client_key: credentials['CLIENT_KEY'] ?? '',
      response_type: 'code',
      scope: scopes.join(','),
      redirect_uri: redirectUri,
      state,
    });
    return `${hosts['authorize'] ?? ''}/v2/auth/authorize/?${query.toString()}`;
  },
  exchange: async (call, { code, redirectUri }) => {
    const granted = await askToken(call, { code, grant_type: 'authorization_code', redirect_uri: redirectUri });
    if (granted.kind === 'granted') return await readAccount(call, granted);
    return { kind: granted.kind, reason: granted.reason };
  },
  refresh: async (call) => {
    const refreshToken = call.account.tokens?.refreshToken;
    if (refreshToken === undefined) return { kind: 'later', reason: 'there is no refresh token' };
    const granted = await askToken(call, { grant_type: 'refresh_token', refresh_token: refreshToken });
    if (granted.kind === 'unavailable') return { ...granted, kind: 'later' };
    if (granted.kind === 'refused') return refreshFailure({ error: granted.code, reason: granted.reason });
    if (granted.openId !== call.account.providerAccountId)
      return { kind: 'later', reason: 'tokens of another account' };
    // The old one may be spent: whatever comes back is the one to keep.
    const tokens = { refreshToken, ...granted.tokens, isRefreshable: true };
    return { kind: 'refreshed', tokens, ...(granted.scopes.length === 0 ? {} : { grantedScopes: granted.scopes }) };
  },
  revoke: async (call) => {
    const { CLIENT_KEY: client_key = '', CLIENT_SECRET: client_secret = '' } = call.credentials;
    const body = formBody({ client_key, client_secret, token: call.account.tokens?.accessToken ?? '' });
    const reply = await call.http.send({ method: 'POST', url: `${call.hosts['api'] ?? ''}/v2/oauth/revoke/`, body });
    return reply.kind === 'answer' && reply.status < 300;
  },
};

const User = Type.Object({
  username: Type.Optional(Type.Unknown()),
  display_name: Type.Optional(Type.Unknown()),
  avatar_url: Type.Optional(Type.Unknown()),
  profile_deep_link: Type.Optional(Type.Unknown()),
});
const readUser = answerReader(Type.Object({ user: User }));

async function readAccount(call: Call, { tokens, openId, scopes: grantedScopes }: Granted): Promise<Connected> {
  const named = grantedScopes.includes('user.info.profile') ? ',username,profile_deep_link' : '';
  const query = new URLSearchParams({ fields: `open_id,avatar_url,display_name${named}` });
  const url = `${call.hosts['api'] ?? ''}/v2/user/info/?${query.toString()}`;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const reply = readReply(await call.http.send({ method: 'GET', url, headers }));
  if (reply.kind === 'error')
    return { kind: reply.error.status === 429 ? 'unavailable' : 'refused', reason: reply.error.message };
  if (reply.kind !== 'ok') return { kind: 'unavailable', reason: reply.reason };
  const user = readUser(reply.data)?.user;
  if (user === undefined) return { kind: 'unavailable', reason: 'TikTok does not say whose account it is' };
  return { kind: 'accounts', accounts: [{ ...toAccount(openId, user), grantedScopes, tokens }] };
}

function toAccount(openId: string, user: Static<typeof User>) {
  const displayName = networkText(user.display_name, 200) || openId;
  const handle = networkText(user.username, 100);
  const avatarUrl = webUrl(user.avatar_url);
  const profileUrl = webUrl(user.profile_deep_link);
  return {
    providerAccountId: openId,
    username: handle || displayName,
    displayName,
    ...(profileUrl === undefined ? {} : { profileUrl }),
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
    // Posts are addressed by it; a display name would lead elsewhere.
    state: { handle: handle ?? null },
  };
}
