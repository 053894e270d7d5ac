import { Type, type Static } from 'typebox';
import type { AuthorizeGrant, Call, Connected, OAuthConnect, Refreshed, Tokens } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { formBody } from '../shared/bodies.ts';
import { refreshFailure } from '../shared/oauth-refresh.ts';
import { readOAuthTokens, type OAuthTokens } from '../shared/oauth-tokens.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { readReply, type GoogleFailure, type GoogleReply } from './client.ts';
import { throttledMs } from './errors.ts';
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
      scope: scopes.join(' '),
      // Without these two there is a refresh token only the first time somebody agrees.
      access_type: 'offline',
      prompt: 'consent',
      state,
    });
    return `${hosts['authorize'] ?? ''}/o/oauth2/v2/auth?${query.toString()}`;
  },
  exchange: async (call, grant) => {
    const reply = await askToken(call, codeFields(grant));
    if (reply.kind !== 'ok') return failed(reply);
    const read = readOAuthTokens(call, reply.json);
    return read === undefined ? noToken : await readChannel(call, read);
  },
  refresh: async (call) => {
    const refreshToken = call.account.tokens?.refreshToken;
    if (refreshToken === undefined) return { kind: 'later', reason: 'there is no refresh token' };
    const reply = await askToken(call, { grant_type: 'refresh_token', refresh_token: refreshToken });
    if (reply.kind !== 'ok') return notRefreshed(reply);
    const read = readOAuthTokens(call, reply.json);
    if (read === undefined) return { kind: 'later', reason: noToken.reason };
    // Google seldom gives a new one, and the old one stays good.
    return { kind: 'refreshed', tokens: { ...read.tokens, refreshToken, isRefreshable: true, ...fresh(read.tokens) } };
  },
  revoke: async (call) => {
    const token = call.account.tokens?.refreshToken ?? call.account.tokens?.accessToken ?? '';
    const url = `${call.hosts['token'] ?? ''}/revoke`;
    return readReply(await call.http.send({ method: 'POST', url, body: formBody({ token }) })).kind === 'ok';
  },
};

const noToken = { kind: 'unavailable', reason: 'Google answered without a token' } as const;

function fresh({ refreshToken }: Tokens): Pick<Tokens, 'refreshToken'> {
  return refreshToken === undefined ? {} : { refreshToken };
}

function codeFields({ code, redirectUri }: AuthorizeGrant): Record<string, string> {
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
}

async function askToken(call: Call, fields: Readonly<Record<string, string>>): Promise<GoogleReply> {
  const { CLIENT_ID: client_id = '', CLIENT_SECRET: client_secret = '' } = call.credentials;
  const body = formBody({ client_id, client_secret, ...fields });
  return readReply(await call.http.send({ method: 'POST', url: `${call.hosts['token'] ?? ''}/token`, body }));
}

const Channel = Type.Object({
  id: Type.String({ pattern: '^[\\w-]{1,64}$' }),
  snippet: Type.Object({
    title: Type.Unknown(),
    customUrl: Type.Optional(Type.Unknown()),
    thumbnails: Type.Optional(Type.Object({ default: Type.Optional(Type.Object({ url: Type.Unknown() })) })),
  }),
  contentDetails: Type.Optional(
    Type.Object({
      relatedPlaylists: Type.Optional(
        Type.Object({ uploads: Type.Optional(Type.String({ pattern: '^[\\w-]{1,64}$' })) }),
      ),
    }),
  ),
});
const readChannels = answerReader(Type.Object({ items: Type.Optional(Type.Array(Channel)) }));

/** Whoever agrees has chosen one channel. */
async function readChannel(call: Call, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const query = new URLSearchParams({ part: 'snippet,contentDetails', mine: 'true' });
  const url = `${call.hosts['api'] ?? ''}/youtube/v3/channels?${query.toString()}`;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const reply = readReply(await call.http.send({ method: 'GET', url, headers }));
  if (reply.kind !== 'ok') return failed(reply);
  const answer = readChannels(reply.json);
  if (answer === undefined) return { kind: 'unavailable', reason: 'a list of channels that cannot be read' };
  const channel = answer.items?.[0];
  if (channel === undefined) {
    return { kind: 'refused', reason: 'This Google account has no YouTube channel: make one, then connect it again' };
  }
  return { kind: 'accounts', accounts: [{ ...toAccount(channel), grantedScopes, tokens }] };
}

function toAccount({ id, snippet, contentDetails }: Static<typeof Channel>) {
  const displayName = networkText(snippet.title, 200) ?? id;
  const avatarUrl = webUrl(snippet.thumbnails?.default?.url);
  return {
    providerAccountId: id,
    username: networkText(snippet.customUrl, 100)?.replace(/^@/, '') || displayName,
    displayName,
    profileUrl: `https://www.youtube.com/channel/${id}`,
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
    state: { uploads: contentDetails?.relatedPlaylists?.uploads ?? null },
  };
}

const passing = ['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'];

function failed(failure: GoogleFailure): Exclude<Connected, { kind: 'accounts' }> {
  if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
  const { status, reason, message } = failure.error;
  const isPassing = status === 429 || passing.includes(reason);
  return { kind: isPassing ? 'unavailable' : 'refused', reason: message };
}

function notRefreshed(failure: GoogleFailure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { status, reason, message } = failure.error;
  const retryAfterMs = status === 429 ? throttledMs : undefined;
  return refreshFailure({ error: reason, reason: message, retryAfterMs }, [
    { error: 'deleted_client', meaning: 'appProblem', source: 'Google Identity: Authorization errors' },
    { error: 'disabled_client', meaning: 'appProblem', source: 'Google Identity: Authorization errors' },
  ]);
}
