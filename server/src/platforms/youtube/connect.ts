import { Type, type Static } from 'typebox';
import type { Connected } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import { oauthConnect } from '../shared/oauth.ts';
import type { OAuthTokens } from '../shared/oauth-tokens.ts';
import { connectFailure, type ConnectFailure } from '../shared/reply.ts';
import type { YoutubeCall } from './call.ts';
import { readReply, type GoogleError, type GoogleFailure } from './client.ts';
import { throttledMs } from './errors.ts';
import { scopes } from './scopes.ts';

export const connect = oauthConnect<YoutubeCall, GoogleError>({
  client: ({ credentials }) => ({ id: credentials.CLIENT_ID, secret: credentials.CLIENT_SECRET }),
  scopes,
  authorize: {
    url: ({ hosts }) => `${hosts.authorize}/o/oauth2/v2/auth`,
    parameters: [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      // Otherwise Google returns a refresh token only the first time a person agrees.
      ['access_type', 'offline'],
      ['prompt', 'consent'],
      'state',
    ],
    scopeSeparator: ' ',
  },
  token: {
    url: ({ hosts }) => `${hosts.token}/token`,
    auth: 'form',
    exchange: ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri'],
    refresh: ['client_id', 'client_secret', 'grant_type', 'refresh_token'],
    read: readReply,
    noToken: 'Google returned no token',
  },
  readAccount: readChannel,
  toConnectFailure: failed,
  refresh: {
    refreshToken: 'kept',
    ignoresScopes: true,
    toTokenError: ({ status, reason, message }) => ({
      error: reason,
      reason: message,
      retryAfterMs: status === 429 ? throttledMs : undefined,
    }),
    rows: [
      { error: 'deleted_client', meaning: 'appProblem', source: 'Google Identity: Authorization errors' },
      { error: 'disabled_client', meaning: 'appProblem', source: 'Google Identity: Authorization errors' },
    ],
  },
  revoke: {
    url: ({ hosts }) => `${hosts.token}/revoke`,
    parameters: ['token'],
    tokensOf: ({ refreshToken, accessToken }) => [refreshToken ?? accessToken],
    isRevoked: (reply) => readReply(reply).kind === 'ok',
  },
});

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
const readChannels = responseReader(Type.Object({ items: Type.Optional(Type.Array(Channel)) }));

/** The consent page lets a person choose only one channel. */
async function readChannel(call: YoutubeCall, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const query = new URLSearchParams({ part: 'snippet,contentDetails', mine: 'true' });
  const url = `${call.hosts.api}/youtube/v3/channels?${query.toString()}`;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const reply = readReply(await call.http.send({ method: 'GET', url, headers }));
  if (reply.kind !== 'ok') return failed(reply);
  const body = readChannels(reply.json);
  if (body === undefined) return { kind: 'unavailable', reason: 'the list of channels could not be parsed' };
  const channel = body.items?.[0];
  if (channel === undefined) {
    return { kind: 'refused', reason: 'This Google account has no YouTube channel: create one, then connect again' };
  }
  return { kind: 'accounts', accounts: [{ ...toAccount(channel), grantedScopes, tokens }] };
}

function toAccount({ id, snippet, contentDetails }: Static<typeof Channel>) {
  const displayName = platformText(snippet.title, 200) ?? id;
  const avatarUrl = webUrl(snippet.thumbnails?.default?.url);
  return {
    providerAccountId: id,
    username: platformText(snippet.customUrl, 100)?.replace(/^@/, '') || displayName,
    displayName,
    profileUrl: `https://www.youtube.com/channel/${id}`,
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
    state: { uploads: contentDetails?.relatedPlaylists?.uploads ?? null },
  };
}

const temporary = ['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'];

function failed(failure: GoogleFailure): ConnectFailure {
  return connectFailure(failure, ({ status, reason, message }) => ({
    isTemporary: status === 429 || temporary.includes(reason),
    reason: message,
  }));
}
