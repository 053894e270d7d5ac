import { createHash } from 'node:crypto';
import type { Call, Route } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { json, Refusal, type Reply } from '../../core/reply.ts';
import { app } from './app.ts';
import { oauthReply } from './errors.ts';
import {
  codes,
  issueAccessToken,
  issueRefreshToken,
  refreshTokens,
  type AccessToken,
  type Code,
  type RefreshToken,
} from './tokens.ts';

const shape = {
  grant_type: 'string!',
  client_id: 'string!',
  client_secret: 'string!',
  code: 'string',
  redirect_uri: 'string',
  code_verifier: 'string',
  refresh_token: 'string',
} as const;

/** One address for both grants, which are told apart by the form alone. */
export const issueTokens: Route = {
  host: 'oauth2.googleapis.com',
  methods: ['POST'],
  path: '/token',
  operation: 'issueTokens',
  handle: (call) => {
    const { body, query } = call.request;
    if (body.kind !== 'form' || query.size > 0) refuseRequest('Parameters must be sent as a form');
    const reading = checkParameters(Object.fromEntries(body.fields), shape);
    if (!reading.ok) {
      const { kind, name } = reading.fault;
      refuseRequest(kind === 'missing' ? `Missing required parameter: ${name}` : `Parameter not allowed: ${name}`);
    }
    const { values } = reading;
    if (values.client_id !== app.clientId) refuseWith(401, 'invalid_client', 'The OAuth client was not found.');
    if (values.client_secret !== app.clientSecret) {
      refuseWith(401, 'invalid_client', 'The provided client secret is invalid.');
    }
    if (values.grant_type === 'authorization_code') return exchangeCode(call, values);
    if (values.grant_type === 'refresh_token') return refresh(call, values.refresh_token);
    return oauthReply(400, 'unsupported_grant_type', `Invalid grant_type: ${values.grant_type}`);
  },
};

function refuseWith(status: number, error: string, description: string): never {
  throw new Refusal(oauthReply(status, error, description));
}

function refuseRequest(description: string): never {
  refuseWith(400, 'invalid_request', description);
}

export const badCode = (): Reply => oauthReply(400, 'invalid_grant', 'Malformed auth code.');
export const badRefreshToken = (): Reply => oauthReply(400, 'invalid_grant', 'Token has been expired or revoked.');

type CodeValues = { readonly [Name in 'code' | 'redirect_uri' | 'code_verifier']?: string | undefined };

function exchangeCode(call: Call, { code, redirect_uri, code_verifier }: CodeValues): Reply {
  if (code === undefined) refuseRequest('Missing required parameter: code');
  if (redirect_uri === undefined) refuseRequest('Missing required parameter: redirect_uri');
  const now = call.clock.now();
  return call.commit((tx) => {
    const found = codes.get(tx, code);
    if (found === undefined || found.isUsed || now >= found.expiresAt) throw new Refusal(badCode());
    if (found.redirectUri !== redirect_uri) refuseWith(400, 'redirect_uri_mismatch', 'Bad Request');
    checkVerifier(found, code_verifier);
    codes.put(tx, found.text, { ...found, isUsed: true });
    const issuer = { tx, random: call.random, now };
    return tokenReply(call, {
      access: issueAccessToken(issuer, found),
      refresh: found.hasRefreshToken ? issueRefreshToken(issuer, found) : undefined,
    });
  });
}

function checkVerifier({ challenge }: Code, verifier: string | undefined): void {
  if (challenge === undefined) return;
  if (verifier === undefined) refuseWith(400, 'invalid_grant', 'Missing code verifier.');
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  if (challenge.text === (challenge.method === 'S256' ? hashed : verifier)) return;
  refuseWith(400, 'invalid_grant', 'Invalid code verifier.');
}

/** The refresh token stays as it is and is not sent again; neither does the old access token end. */
function refresh(call: Call, text: string | undefined): Reply {
  if (text === undefined) refuseRequest('Missing required parameter: refresh_token');
  return call.commit((tx) => {
    const found = refreshTokens.get(tx, text);
    if (found === undefined) throw new Refusal(badRefreshToken());
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return tokenReply(call, { access: issueAccessToken(issuer, found), refresh: undefined });
  });
}

type Issued = { readonly access: AccessToken; readonly refresh: RefreshToken | undefined };

function tokenReply(call: Call, { access, refresh: given }: Issued): Reply {
  return json(200, {
    access_token: access.text,
    expires_in: Math.floor((access.expiresAt - call.clock.now() - 1) / 1000),
    ...(given && { refresh_token: given.text }),
    scope: access.scopes.join(' '),
    token_type: 'Bearer',
  });
}
