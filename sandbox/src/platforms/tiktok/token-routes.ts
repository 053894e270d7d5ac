import type { Call, Route } from '../../core/network.ts';
import { checkParameters, type Parameters, type Shape } from '../../core/parameters.ts';
import { json, Refusal, type Reply } from '../../core/reply.ts';
import { app } from './app.ts';
import { oauthReply } from './errors.ts';
import { persons } from './persons.ts';
import { accessTokens, codes, issueToken, refreshTokens, revokeAll, type Issuer, type Token } from './tokens.ts';

const client = { client_key: 'string!', client_secret: 'string!' } as const;
const tokenShape = {
  ...client,
  grant_type: 'string!',
  code: 'string',
  redirect_uri: 'string',
  refresh_token: 'string',
} as const;

/** One path for both grants, which are told apart by the form alone. */
export const issueTokens: Route = {
  host: 'open.tiktokapis.com',
  methods: ['POST'],
  path: '/v2/oauth/token/',
  operation: 'issueTokens',
  handle: (call) => {
    const values = readForm(call, tokenShape);
    if (values.grant_type === 'authorization_code') return exchangeCode(call, values);
    if (values.grant_type === 'refresh_token') return refresh(call, values.refresh_token);
    return oauthReply(call, 400, 'unsupported_grant_type', 'The grant type is not supported.');
  },
};

/** Ends the person's consent, whichever of the tokens is given back. */
export const revokeToken: Route = {
  host: 'open.tiktokapis.com',
  methods: ['POST'],
  path: '/v2/oauth/revoke/',
  operation: 'revokeToken',
  handle: (call) => {
    const { token } = readForm(call, { ...client, token: 'string!' } as const);
    const found = accessTokens.get(call.store, token) ?? refreshTokens.get(call.store, token);
    if (found === undefined) return oauthReply(call, 400, 'invalid_request', 'The token is not known.');
    call.commit((tx) => revokeAll(tx, found.openId));
    return json(200, {});
  },
};

function readForm<S extends Shape & typeof client>(call: Call, shape: S): Parameters<S> {
  const { body, query } = call.request;
  if (body.kind !== 'form' || query.size > 0) refuse(call, 'Only `application/x-www-form-urlencoded` is supported.');
  const reading = checkParameters(Object.fromEntries(body.fields), shape);
  if (!reading.ok) return refuse(call, `The parameter ${reading.fault.name} is ${reading.fault.kind}.`);
  const isRight =
    body.fields.get('client_key') === app.clientKey && body.fields.get('client_secret') === app.clientSecret;
  if (isRight) return reading.values;
  throw new Refusal(oauthReply(call, 401, 'invalid_client', 'Client key or secret is incorrect.'));
}

function refuse(call: Call, description: string): never {
  throw new Refusal(oauthReply(call, 400, 'invalid_request', description));
}

type CodeValues = { readonly code?: string | undefined; readonly redirect_uri?: string | undefined };

function exchangeCode(call: Call, { code, redirect_uri: redirectUri }: CodeValues): Reply {
  if (code === undefined || redirectUri === undefined) refuse(call, 'The code or redirect_uri is missing.');
  return call.commit((tx) => {
    const found = codes.get(tx, code);
    if (found === undefined || found.isUsed || call.clock.now() >= found.expiresAt) throw new Refusal(badCode(call));
    if (found.redirectUri !== redirectUri) {
      throw new Refusal(oauthReply(call, 200, 'invalid_grant', 'The redirect_uri does not match.'));
    }
    codes.put(tx, code, { ...found, isUsed: true });
    const issuer = { tx, random: call.random, now: call.clock.now() };
    return tokenReply(call, issuer, issueToken(issuer, found, 'refresh'));
  });
}

export const badCode = (call: Call): Reply =>
  oauthReply(call, 200, 'invalid_grant', 'Authorization code is expired or already used.');
export const badRefreshToken = (call: Call): Reply =>
  oauthReply(call, 200, 'invalid_grant', 'Refresh token is invalid or expired.');

/** A refresh token is replaced for most people; what was replaced is dead. */
function refresh(call: Call, text: string | undefined): Reply {
  if (text === undefined) refuse(call, 'The refresh_token is missing.');
  return call.commit((tx) => {
    const found = refreshTokens.get(tx, text);
    if (found === undefined || found.isRevoked || call.clock.now() >= found.expiresAt) {
      throw new Refusal(badRefreshToken(call));
    }
    const issuer = { tx, random: call.random, now: call.clock.now() };
    if (persons.get(tx, found.openId)?.rotatesRefreshToken !== true) return tokenReply(call, issuer, found);
    refreshTokens.put(tx, text, { ...found, isRevoked: true });
    return tokenReply(call, issuer, issueToken(issuer, found, 'refresh'));
  });
}

function tokenReply(call: Call, issuer: Issuer, refreshToken: Token): Reply {
  const access = issueToken(issuer, refreshToken, 'access');
  const secondsTo = ({ expiresAt }: Token): number => Math.floor((expiresAt - call.clock.now()) / 1000);
  return json(200, {
    access_token: access.text,
    expires_in: secondsTo(access),
    open_id: access.openId,
    refresh_expires_in: secondsTo(refreshToken),
    refresh_token: refreshToken.text,
    scope: access.scopes.join(','),
    token_type: 'Bearer',
  });
}
