import { createHash } from 'node:crypto';
import type { Call, Route } from '../../core/network.ts';
import { checkParameters, type Parameters, type Shape } from '../../core/parameters.ts';
import { json, Refusal, type Reply } from '../../core/reply.ts';
import type { Tx } from '../../core/store.ts';
import { app } from './app.ts';
import { oauthReply } from './errors.ts';
import { scopes } from './limits.ts';
import { accessTokens, codes, issueToken, refreshTokens, type Challenge, type Code, type Token } from './tokens.ts';

const tokenShape = {
  grant_type: 'string!',
  client_id: 'string',
  code: 'string',
  redirect_uri: 'string',
  code_verifier: 'string',
  refresh_token: 'string',
} as const;

/** One path for both grants, which are told apart by the form alone. */
export const issueTokens: Route = {
  host: 'api.x.com',
  methods: ['POST'],
  path: '/2/oauth2/token',
  operation: 'issueTokens',
  handle: (call) => {
    const values = readForm(call, tokenShape);
    checkClient(call, values.client_id);
    if (values.grant_type === 'authorization_code') return exchangeCode(call, values);
    if (values.grant_type === 'refresh_token') return refresh(call, values.refresh_token);
    return oauthReply(400, 'unsupported_grant_type', 'Value passed for the grant type was invalid.');
  },
};

const revokeShape = { token: 'string!', client_id: 'string', token_type_hint: 'string' } as const;

/** Only the token named, be it of the one kind or the other. */
export const revokeToken: Route = {
  host: 'api.x.com',
  methods: ['POST'],
  path: '/2/oauth2/revoke',
  operation: 'revokeToken',
  handle: (call) => {
    const { token, client_id } = readForm(call, revokeShape);
    checkClient(call, client_id);
    call.commit((tx) => {
      for (const kept of [accessTokens, refreshTokens]) {
        const found = kept.get(tx, token);
        if (found !== undefined) kept.put(tx, token, { ...found, isRevoked: true });
      }
    });
    return json(200, { revoked: true });
  },
};

function readForm<S extends Shape>({ request }: Call, shape: S): Parameters<S> {
  const { body, query } = request;
  if (body.kind !== 'form' || query.size > 0) refuse('The parameters must be sent as a form.');
  const reading = checkParameters(Object.fromEntries(body.fields), shape);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  return refuse(kind === 'unknown' ? `There is no parameter [${name}].` : `Missing required parameter [${name}].`);
}

function refuse(description: string): never {
  throw new Refusal(oauthReply(400, 'invalid_request', description));
}

function checkClient({ request }: Call, clientId: string | undefined): void {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const right = `${app.clientId}:${app.clientSecret}`;
  const isRight = basic !== undefined && Buffer.from(basic, 'base64').toString('utf8') === right;
  if (isRight && (clientId ?? app.clientId) === app.clientId) return;
  throw new Refusal(oauthReply(401, 'unauthorized_client', 'Missing valid authorization header'));
}

type CodeValues = {
  readonly code?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly code_verifier?: string | undefined;
};

function exchangeCode(call: Call, values: CodeValues): Reply {
  const names = ['code', 'redirect_uri', 'code_verifier'] as const;
  const missing = names.find((name) => values[name] === undefined);
  if (missing !== undefined) refuse(`Missing required parameter [${missing}].`);
  return call.commit((tx) => {
    const found = codes.get(tx, values.code ?? '');
    if (found === undefined || found.isUsed || call.clock.now() >= found.expiresAt) throw new Refusal(badCode());
    checkCode(found, values);
    codes.put(tx, found.text, { ...found, isUsed: true });
    return tokenReply(call, tx, found);
  });
}

function checkCode({ redirectUri, challenge }: Code, values: CodeValues): void {
  if (values.redirect_uri !== redirectUri) {
    refuse('Value passed for the redirect uri did not match the uri of the authorization code.');
  }
  if (!answers(challenge, values.code_verifier ?? '')) {
    refuse('Value passed for the code verifier did not match the code challenge.');
  }
}

function answers({ method, text }: Challenge, verifier: string): boolean {
  if (method === 'plain') return verifier === text;
  return createHash('sha256').update(verifier).digest('base64url') === text;
}

export const badCode = (): Reply =>
  oauthReply(400, 'invalid_request', 'Value passed for the authorization code was invalid.');
export const badRefreshToken = (): Reply =>
  oauthReply(400, 'invalid_request', 'Value passed for the token was invalid.');

/** A refresh token works once; the next one comes with the answer. */
function refresh(call: Call, text: string | undefined): Reply {
  if (text === undefined) refuse('Missing required parameter [refresh_token].');
  return call.commit((tx) => {
    const found = refreshTokens.get(tx, text);
    if (found === undefined || found.isRevoked || call.clock.now() >= found.expiresAt) {
      throw new Refusal(badRefreshToken());
    }
    refreshTokens.put(tx, text, { ...found, isRevoked: true });
    return tokenReply(call, tx, found);
  });
}

function tokenReply(call: Call, tx: Tx, grant: Pick<Token, 'personId' | 'scopes'>): Reply {
  const now = call.clock.now();
  const issuer = { tx, random: call.random, now };
  const access = issueToken(issuer, grant, 'access');
  const isLasting = grant.scopes.includes(scopes.offline);
  return json(200, {
    token_type: 'bearer',
    expires_in: Math.floor((access.expiresAt - now) / 1000),
    access_token: access.text,
    scope: grant.scopes.join(' '),
    ...(isLasting && { refresh_token: issueToken(issuer, grant, 'refresh').text }),
  });
}
