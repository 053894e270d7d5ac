import type { Call, Route } from '../../core/network.ts';
import { checkParameters } from '../../core/parameters.ts';
import { json, type Reply } from '../../core/reply.ts';
import { apiHost } from './api-route.ts';
import { app } from './app.ts';
import { errors, refuse, refuseRequest, type ApiError } from './errors.ts';
import { codes, issueAccessToken, issueRefreshToken, refreshTokens, type Token } from './tokens.ts';

const shape = {
  grant_type: 'string!',
  code: 'string',
  redirect_uri: 'string',
  refresh_token: 'string',
  scope: 'string',
  continuous_refresh: 'boolean',
} as const;

/** One address for both grants, which are told apart by the form alone. */
export const issueTokens: Route = {
  host: apiHost,
  methods: ['POST'],
  path: '/v5/oauth/token',
  operation: 'issueTokens',
  handle: (call) => {
    checkClient(call);
    const { body, query } = call.request;
    if (body.kind !== 'form' || query.size > 0) refuseRequest('the parameters must be sent as a form');
    const reading = checkParameters(Object.fromEntries(body.fields), shape, () => true);
    if (!reading.ok) refuseRequest(`'${reading.fault.name}' is missing, unknown or of the wrong type`);
    const { values } = reading;
    if (values.grant_type === 'authorization_code') return exchangeCode(call, values);
    if (values.grant_type === 'refresh_token') return refresh(call, values);
    return refuseRequest(`'${values.grant_type}' is not a grant type`);
  },
};

function checkClient({ request }: Call): void {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const isRight = Buffer.from(basic, 'base64').toString('utf8') === `${app.clientId}:${app.clientSecret}`;
  if (!isRight) refuse(errors.authentication());
}

export const badCode = (): ApiError => ({
  status: 400,
  code: 1,
  message: 'Invalid request: the authorization code is invalid, expired or used',
});

type CodeValues = { readonly code?: string | undefined; readonly redirect_uri?: string | undefined };

function exchangeCode(call: Call, { code, redirect_uri }: CodeValues): Reply {
  if (code === undefined) refuseRequest("'code' is missing");
  if (redirect_uri === undefined) refuseRequest("'redirect_uri' is missing");
  const now = call.clock.now();
  return call.commit((tx) => {
    const found = codes.get(tx, code);
    const isAlive = found !== undefined && !found.isUsed && now < found.expiresAt;
    if (!isAlive || found.redirectUri !== redirect_uri) refuse(badCode());
    codes.put(tx, found.text, { ...found, isUsed: true });
    const issuer = { tx, random: call.random, now };
    const issued = { access: issueAccessToken(issuer, found), refresh: issueRefreshToken(issuer, found) };
    return tokenReply(call, 'authorization_code', issued);
  });
}

type RefreshValues = { readonly refresh_token?: string | undefined; readonly scope?: string | undefined };

/** With a new refresh token each time; the old one goes on to its own end. A scope may be left out, never added. */
function refresh(call: Call, { refresh_token, scope }: RefreshValues): Reply {
  if (refresh_token === undefined) refuseRequest("'refresh_token' is missing");
  const now = call.clock.now();
  return call.commit((tx) => {
    const found = refreshTokens.get(tx, refresh_token);
    if (found === undefined || found.isRevoked || now >= found.expiresAt) refuse(errors.grant());
    const scopes = scope === undefined ? found.scopes : scope.split(/[ ,]/);
    if (scopes.some((each) => !found.scopes.includes(each))) refuseRequest("'scope' was not granted");
    const issuer = { tx, random: call.random, now };
    const grant = { personId: found.personId, scopes };
    const issued = { access: issueAccessToken(issuer, grant), refresh: issueRefreshToken(issuer, grant) };
    return tokenReply(call, 'refresh_token', issued);
  });
}

type Issued = { readonly access: Token; readonly refresh: Token };

function tokenReply(call: Call, response_type: string, { access, refresh: given }: Issued): Reply {
  const secondsTo = ({ expiresAt }: Token): number => Math.floor((expiresAt - call.clock.now()) / 1000);
  return json(200, {
    response_type,
    access_token: access.text,
    token_type: 'bearer',
    expires_in: secondsTo(access),
    scope: access.scopes.join(' '),
    refresh_token: given.text,
    refresh_token_expires_in: secondsTo(given),
    refresh_token_expires_at: Math.floor(given.expiresAt / 1000),
  });
}
