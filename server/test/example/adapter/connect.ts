import { Type } from 'typebox';
import type { Connected } from '../../../src/platforms/adapter.ts';
import { responseReader } from '../../../src/platforms/shared/response-reader.ts';
import { platformText } from '../../../src/platforms/shared/platform-text.ts';
import { oauthConnect } from '../../../src/platforms/shared/oauth.ts';
import type { OAuthTokens } from '../../../src/platforms/shared/oauth-tokens.ts';
import { connectFailure, type ConnectFailure } from '../../../src/platforms/shared/reply.ts';
import type { ParrotCall } from './call.ts';
import { callParrot, readReply, type ParrotError, type ParrotFailure } from './client.ts';

export const connect = oauthConnect<ParrotCall, ParrotError>({
  client: ({ credentials }) => ({ id: credentials.CLIENT_ID, secret: credentials.CLIENT_SECRET }),
  scopes: { publish: ['squawk'], extras: ['count'], comments: ['squawk'], messages: ['squawk'], analytics: ['count'] },
  authorize: {
    url: ({ hosts }) => `${hosts.site}/authorize`,
    parameters: ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge'],
    scopeSeparator: ' ',
  },
  token: {
    url: ({ hosts, apiVersion }) => `${hosts.api}/${apiVersion}/token`,
    auth: 'form',
    exchange: ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri', 'code_verifier'],
    refresh: ['client_id', 'client_secret', 'grant_type', 'refresh_token'],
    read: readReply,
    noToken: 'the response has no token',
  },
  readAccount: readPages,
  toConnectFailure: failed,
  refresh: {
    refreshToken: 'required',
    toTokenError: ({ code, message, retryAfterMs }) => ({ error: code, reason: message, retryAfterMs }),
    rows: [{ error: 'grant_gone', meaning: 'authorizationRemoved', source: 'the imaginary manual of Parrot' }],
  },
  revoke: {
    url: ({ hosts, apiVersion }) => `${hosts.api}/${apiVersion}/revoke`,
    parameters: ['token'],
    tokensOf: ({ refreshToken = '' }) => [refreshToken],
    isRevoked: (reply) => readReply(reply).kind === 'ok',
  },
});

/** Restricted, because both are inserted into URLs. */
const Name = Type.String({ pattern: '^[\\w.-]{1,64}$' });
const Page = Type.Object({ id: Name, handle: Name, name: Type.Unknown() });
const readPageList = responseReader(Type.Object({ pages: Type.Array(Page) }));

async function readPages(call: ParrotCall, { tokens, scopes }: OAuthTokens): Promise<Connected> {
  const reply = await callParrot(call, { method: 'GET', path: '/pages', token: tokens.accessToken });
  if (reply.kind !== 'ok') return failed(reply);
  const body = readPageList(reply.json);
  if (body === undefined) return { kind: 'unavailable', reason: 'the list of pages could not be parsed' };
  return {
    kind: 'accounts',
    accounts: body.pages.map(({ id, handle, name }) => ({
      providerAccountId: id,
      username: handle,
      displayName: platformText(name) ?? handle,
      profileUrl: `https://parrot.example/${handle}`,
      grantedScopes: scopes,
      tokens,
      state: {},
    })),
  };
}

function failed(failure: ParrotFailure): ConnectFailure {
  return connectFailure(failure, ({ status, message }) => ({
    isTemporary: status >= 500 || status === 429,
    reason: message,
  }));
}
