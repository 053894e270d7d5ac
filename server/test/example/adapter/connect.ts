import { Type } from 'typebox';
import type { Call, Connected, OAuthConnect, Tokens } from '../../../src/platforms/adapter.ts';
import { answerReader } from '../../../src/platforms/shared/answer-reader.ts';
import { formBody } from '../../../src/platforms/shared/bodies.ts';
import { networkText, tokenText } from '../../../src/platforms/shared/network-text.ts';
import { callParrot, type ParrotReply } from './client.ts';

export const connect: OAuthConnect = {
  kind: 'oauth',
  usesPkce: true,
  scopes: { publish: ['squawk'], extras: ['count'], comments: [], messages: [], analytics: ['count'] },
  requestedScopes: ['squawk', 'count'],
  authorizeUrl: ({ hosts, credentials }, { redirectUri, state, codeChallenge, scopes }) => {
    const query = new URLSearchParams({
      client_id: credentials['CLIENT_ID'] ?? '',
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: codeChallenge ?? '',
    });
    return `${hosts['site'] ?? ''}/authorize?${query.toString()}`;
  },
  exchange: async (call, { code, redirectUri, codeVerifier }) => {
    const reply = await askToken(call, {
      grant: 'code',
      code,
      redirect_uri: redirectUri,
      verifier: codeVerifier ?? '',
    });
    if (reply.kind !== 'ok') return failed(reply);
    const tokens = readTokens(call, reply.json);
    if (tokens === undefined) return { kind: 'unavailable', reason: 'an answer without a token' };
    return readPages(call, tokens, networkText(reply.json['scope'])?.split(' ') ?? []);
  },
  refresh: async (call) => {
    const refreshToken = call.account.tokens?.refreshToken ?? '';
    const reply = await askToken(call, { grant: 'refresh', refresh_token: refreshToken });
    if (reply.kind === 'error' && reply.code === 'grant_gone') {
      return { kind: 'refused', cause: 'authorizationRemoved', reason: reply.message };
    }
    if (reply.kind === 'error' && reply.code === 'invalid_grant') {
      return { kind: 'refused', cause: 'tokenDead', reason: reply.message };
    }
    if (reply.kind === 'error' && reply.retryAfterMs !== undefined) {
      return { kind: 'later', reason: reply.message, retryAfterMs: reply.retryAfterMs };
    }
    if (reply.kind !== 'ok') return { kind: 'later', reason: 'the network could not answer' };
    const tokens = readTokens(call, reply.json);
    return tokens === undefined
      ? { kind: 'later', reason: 'an answer without a token' }
      : { kind: 'refreshed', tokens };
  },
  revoke: async (call) => {
    const body = formBody({ token: call.account.tokens?.refreshToken ?? '' });
    return (await callParrot(call, { method: 'POST', path: '/revoke', body })).kind === 'ok';
  },
};

function askToken(call: Call, fields: Record<string, string>): Promise<ParrotReply> {
  const app = {
    client_id: call.credentials['CLIENT_ID'] ?? '',
    client_secret: call.credentials['CLIENT_SECRET'] ?? '',
  };
  return callParrot(call, { method: 'POST', path: '/token', body: formBody({ ...app, ...fields }) });
}

const TokenAnswer = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  expires_in: Type.Number({ exclusiveMinimum: 0, maximum: 366 * 24 * 3600 }),
});
const readAnswer = answerReader(TokenAnswer);

function readTokens({ clock }: Call, json: Readonly<Record<string, unknown>>): Tokens | undefined {
  const answer = readAnswer(json);
  const accessToken = tokenText(answer?.access_token);
  const refreshToken = tokenText(answer?.refresh_token);
  if (answer === undefined || accessToken === undefined || refreshToken === undefined) return undefined;
  const expiresAt = new Date(clock.now().getTime() + answer.expires_in * 1000);
  return { accessToken, refreshToken, expiresAt, isRefreshable: true };
}

/** Both become parts of paths. */
const Name = Type.String({ pattern: '^[\\w.-]{1,64}$' });
const Page = Type.Object({ id: Name, handle: Name, name: Type.Unknown() });
const readPageList = answerReader(Type.Object({ pages: Type.Array(Page) }));

async function readPages(call: Call, tokens: Tokens, grantedScopes: readonly string[]): Promise<Connected> {
  const reply = await callParrot(call, { method: 'GET', path: '/pages', token: tokens.accessToken });
  if (reply.kind !== 'ok') return failed(reply);
  const answer = readPageList(reply.json);
  if (answer === undefined) return { kind: 'unavailable', reason: 'a list of pages that cannot be read' };
  return {
    kind: 'accounts',
    accounts: answer.pages.map(({ id, handle, name }) => ({
      providerAccountId: id,
      username: handle,
      displayName: networkText(name) ?? handle,
      profileUrl: `https://parrot.example/${handle}`,
      grantedScopes,
      tokens,
      state: {},
    })),
  };
}

function failed(reply: Exclude<ParrotReply, { kind: 'ok' }>): Connected {
  if (reply.kind !== 'error') return { kind: 'unavailable', reason: reply.reason };
  const isDefinite = reply.status < 500 && reply.status !== 429;
  return { kind: isDefinite ? 'refused' : 'unavailable', reason: reply.message };
}
