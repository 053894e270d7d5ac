import { Type } from 'typebox';
import type { AuthorizeGrant, Call, Connected, OAuthConnect, Refreshed } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { formBody } from '../shared/bodies.ts';
import { refreshFailure } from '../shared/oauth-refresh.ts';
import { networkText, webUrl } from '../shared/network-text.ts';
import { callWith, type XFailure, type XReply } from './client.ts';
import { scopes } from './scopes.ts';
import { readOAuthTokens, type OAuthTokens } from '../shared/oauth-tokens.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: true,
  scopes,
  requestedScopes: [...scopes.publish, ...scopes.extras],
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state, codeChallenge, scopes }) => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: codeChallenge ?? '',
      code_challenge_method: 'S256',
    });
    return `${hosts['authorize'] ?? ''}/i/oauth2/authorize?${query.toString()}`;
  },
  exchange: async (call, grant) => {
    const reply = await askToken(call, codeFields(grant));
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
    return { kind: 'refreshed', tokens: read.tokens, ...granted };
  },
  revoke: async (call) => {
    const { refreshToken, accessToken = '' } = call.account.tokens ?? {};
    // Each ends alone; the one that would bring new ones goes first.
    const isOver = refreshToken === undefined || (await giveBack(call, refreshToken));
    return (await giveBack(call, accessToken)) && isOver;
  },
};

const noToken = { kind: 'unavailable', reason: 'X answered without a token' } as const;

function codeFields({ code, redirectUri, codeVerifier }: AuthorizeGrant): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier ?? '',
  };
}

function asApp({ credentials }: Call): string {
  const pair = [credentials['CLIENT_ID'], credentials['CLIENT_SECRET']].map((part) => encodeURIComponent(part ?? ''));
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
}

async function giveBack(call: Call, token: string): Promise<boolean> {
  return (await callWith(call, asApp(call), { path: '/2/oauth2/revoke', body: formBody({ token }) })).kind === 'ok';
}

function askToken(call: Call, fields: Readonly<Record<string, string>>): Promise<XReply> {
  return callWith(call, asApp(call), { path: '/2/oauth2/token', body: formBody(fields) });
}

/** Both become parts of addresses. */
const Me = Type.Object({
  data: Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,19}$' }),
    username: Type.String({ pattern: '^\\w{1,50}$' }),
    name: Type.Optional(Type.Unknown()),
    profile_image_url: Type.Optional(Type.Unknown()),
  }),
});
const readMe = answerReader(Me);

async function readAccount(call: Call, { tokens, scopes: grantedScopes }: OAuthTokens): Promise<Connected> {
  const query = { 'user.fields': 'id,name,username,profile_image_url' };
  const reply = await callWith(call, `Bearer ${tokens.accessToken}`, { path: '/2/users/me', query });
  if (reply.kind !== 'ok') return failed(reply);
  const me = readMe(reply.json)?.data;
  if (me === undefined) return { kind: 'unavailable', reason: 'X does not say whose account it is' };
  const avatarUrl = webUrl(me.profile_image_url);
  return {
    kind: 'accounts',
    accounts: [
      {
        providerAccountId: me.id,
        username: me.username,
        displayName: networkText(me.name, 200) ?? me.username,
        profileUrl: `https://x.com/${me.username}`,
        ...(avatarUrl === undefined ? {} : { avatarUrl }),
        grantedScopes,
        tokens,
        state: {},
      },
    ],
  };
}

function failed(failure: XFailure): Exclude<Connected, { kind: 'accounts' }> {
  if (failure.kind !== 'error') return { kind: 'unavailable', reason: failure.reason };
  const { status, detail } = failure.problem;
  return { kind: status === 429 ? 'unavailable' : 'refused', reason: detail };
}

function notRefreshed(failure: XFailure): Refreshed {
  if (failure.kind !== 'error') return { kind: 'later', reason: failure.reason };
  const { type, detail, retryAfterMs } = failure.problem;
  return refreshFailure({ error: type, reason: detail, retryAfterMs }, [
    {
      error: 'invalid_request',
      reason: /client/i,
      meaning: 'appProblem',
      source: 'X API: OAuth 2.0 (client_id missing)',
    },
    // X words a spent or revoked refresh token as an invalid request.
    { error: 'invalid_request', reason: /token/i, meaning: 'tokenDead', source: 'X developer community' },
  ]);
}
