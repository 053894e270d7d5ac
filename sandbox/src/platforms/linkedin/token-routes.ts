import type { Call, Route } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { json, Refusal, type Reply } from '../../core/reply.ts';
import { app } from './app.ts';
import { oauthReply } from './errors.ts';
import { scopes } from './limits.ts';
import { persons } from './persons.ts';
import { codes, issueAccessToken, issueRefreshToken, refreshTokens, type Code, type Token } from './tokens.ts';

const shape = {
  grant_type: 'string!',
  client_id: 'string!',
  client_secret: 'string!',
  code: 'string',
  redirect_uri: 'string',
  refresh_token: 'string',
} as const;

/** One address for both grants, which are told apart by the form alone. */
export const issueTokens: Route = {
  host: 'www.linkedin.com',
  methods: ['POST'],
  path: '/oauth/v2/accessToken',
  operation: 'issueTokens',
  handle: (call) => {
    const { body, query } = call.request;
    if (body.kind !== 'form' || query.size > 0) refuseRequest('Parameters must be sent as a form');
    const reading = checkParameters(Object.fromEntries(body.fields), shape);
    if (!reading.ok) refuseRequest(`A required parameter "${reading.fault.name}" is missing or not allowed`);
    const { values } = reading;
    if (values.client_id !== app.clientId || values.client_secret !== app.clientSecret) {
      return oauthReply(401, 'invalid_client', 'Client authentication failed');
    }
    if (values.grant_type === 'authorization_code') return exchangeCode(call, values);
    if (values.grant_type === 'refresh_token') return refresh(call, values.refresh_token);
    return oauthReply(400, 'unsupported_grant_type', 'Unsupported grant type');
  },
};

function refuseRequest(description: string): never {
  throw new Refusal(oauthReply(400, 'invalid_request', description));
}

type CodeValues = { readonly code?: string | undefined; readonly redirect_uri?: string | undefined };

function exchangeCode(call: Call, { code, redirect_uri }: CodeValues): Reply {
  if (code === undefined) refuseRequest('A required parameter "code" is missing');
  if (redirect_uri === undefined) refuseRequest('A required parameter "redirect_uri" is missing');
  const now = call.clock.now();
  return call.commit((tx) => {
    const found = codes.get(tx, code);
    if (!isUsable(found, redirect_uri, now)) throw new Refusal(badCode());
    codes.put(tx, found.text, { ...found, isUsed: true });
    const issuer = { tx, random: call.random, now };
    const hasRefreshToken = persons.get(tx, found.personId)?.hasRefreshToken === true;
    return tokenReply(call, {
      access: issueAccessToken(issuer, found),
      refresh: hasRefreshToken ? issueRefreshToken(issuer, found) : undefined,
    });
  });
}

function isUsable(code: Code | undefined, redirectUri: string, now: number): code is Code {
  return code !== undefined && !code.isUsed && now < code.expiresAt && code.redirectUri === redirectUri;
}

export const badCode = (): Reply =>
  oauthReply(
    400,
    'invalid_request',
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
  );

export const badRefreshToken = (): Reply =>
  oauthReply(400, 'invalid_grant', 'The provided authorization grant or refresh token is invalid, expired or revoked.');

/** The refresh token stays the same and keeps its own end, and so does the old access token. */
function refresh(call: Call, text: string | undefined): Reply {
  if (text === undefined) refuseRequest('A required parameter "refresh_token" is missing');
  const now = call.clock.now();
  return call.commit((tx) => {
    const found = refreshTokens.get(tx, text);
    if (found === undefined || found.isRevoked || now >= found.expiresAt) throw new Refusal(badRefreshToken());
    return tokenReply(call, { access: issueAccessToken({ tx, random: call.random, now }, found), refresh: found });
  });
}

type Issued = { readonly access: Token; readonly refresh: Token | undefined };

function tokenReply(call: Call, { access, refresh: given }: Issued): Reply {
  const secondsTo = ({ expiresAt }: Token): number => Math.floor((expiresAt - call.clock.now()) / 1000);
  return json(200, {
    access_token: access.text,
    expires_in: secondsTo(access),
    ...(given && { refresh_token: given.text, refresh_token_expires_in: secondsTo(given) }),
    scope: access.scopes.join(','),
    token_type: 'Bearer',
    ...(access.scopes.includes(scopes.signIn) && { id_token: idToken(call, access) }),
  });
}

function idToken(call: Call, { personId }: Token): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'https://www.linkedin.com/oauth', aud: app.clientId, sub: personId };
  return `${part({ alg: 'RS256' })}.${part(claims)}.${call.random.text(86)}`;
}
