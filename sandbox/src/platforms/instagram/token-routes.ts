import type { Call, Route } from '../../core/network.ts';
import { readParameters } from '../../core/parameters.ts';
import { json, type Reply } from '../../core/reply.ts';
import { codeFaultTexts, takeCode } from '../meta/codes.ts';
import { refuse, refuseParameter } from '../meta/errors.ts';
import { readGraphParameters } from '../meta/parameters.ts';
import { requireLive } from '../meta/tokens.ts';
import { app } from './app.ts';
import { oauthReply } from './errors.ts';
import { graphHost } from './graph-route.ts';
import { lifetimes } from './limits.ts';
import { persons } from './persons.ts';
import { ownTokenErrors } from './token-errors.ts';
import { codes, findToken, issueToken, type Token } from './tokens.ts';

const codeParameters = {
  client_id: 'string!',
  client_secret: 'string!',
  grant_type: 'string!',
  redirect_uri: 'string!',
  code: 'string!',
} as const;

export const exchangeCode: Route = {
  host: 'api.instagram.com',
  methods: ['POST'],
  path: '/oauth/access_token',
  operation: 'exchangeCode',
  handle: (call) => {
    const { request } = call;
    const isForm = request.body.kind === 'form' || request.body.kind === 'multipart';
    if (!isForm || request.query.size > 0) return oauthReply('Parameters must be sent as a form');
    const reading = readParameters(request, codeParameters);
    if (!reading.ok) return oauthReply(`Invalid parameter: ${reading.fault.name}`);
    const { client_id, client_secret, grant_type, redirect_uri, code } = reading.values;
    if (client_id !== app.clientId) return oauthReply('Invalid platform app');
    if (client_secret !== app.clientSecret) return oauthReply('Error validating client secret.');
    if (grant_type !== 'authorization_code') return oauthReply('Invalid grant_type');
    return call.commit((tx) => {
      const now = call.clock.now();
      const taken = takeCode(codes, tx, { text: code, redirectUri: redirect_uri, now });
      if ('fault' in taken) return oauthReply(codeFaultTexts[taken.fault]);
      return tokenReply(call, issueToken({ tx, random: call.random, now }, taken.grant, 'short'));
    });
  },
};

/** The bare answer has a number that is too large for many readers; the wrapped one has texts. */
function tokenReply(call: Call, { text, userId, scopes }: Token): Reply {
  const person = persons.get(call.store, userId);
  const appScopedId = person?.appScopedId ?? userId;
  if (person?.wrapsAnswers === true) {
    const entry = { access_token: text, user_id: appScopedId, permissions: scopes.join(',') };
    return json(200, { data: [entry] });
  }
  const body = JSON.stringify({ access_token: text, user_id: 0, permissions: scopes });
  return { ...json(200, {}), body: body.replace('"user_id":0', `"user_id":${appScopedId}`) };
}

export const exchangeToken: Route = {
  host: graphHost,
  methods: ['GET'],
  path: '/access_token',
  operation: 'exchangeToken',
  handle: (call) => {
    const values = readGraphParameters(call, { grant_type: 'string!', client_secret: 'string!' });
    if (values.grant_type !== 'ig_exchange_token') refuseParameter(call, 'Invalid grant_type');
    if (values.client_secret !== app.clientSecret) {
      refuse(call, { message: 'Error validating client secret.', code: 1 });
    }
    const token = requireLive(call, findToken(call));
    if (token.kind !== 'short') refuse(call, ownTokenErrors.wrongKind());
    return longToken(call, token);
  },
};

/** The old token stays good until its own end. */
export const refreshToken: Route = {
  host: graphHost,
  methods: ['GET'],
  path: '/refresh_access_token',
  operation: 'refreshToken',
  handle: (call) => {
    const { grant_type } = readGraphParameters(call, { grant_type: 'string!' });
    if (grant_type !== 'ig_refresh_token') refuseParameter(call, 'Invalid grant_type');
    const token = requireLive(call, findToken(call));
    if (token.kind !== 'long') refuse(call, ownTokenErrors.wrongKind());
    if (call.clock.now() - token.issuedAt < lifetimes.refreshFromMs) refuse(call, ownTokenErrors.tooYoung());
    return longToken(call, token, { permissions: token.scopes.join(',') });
  },
};

function longToken(call: Call, old: Token, more: object = {}): Reply {
  const issuer = { random: call.random, now: call.clock.now() };
  const { text } = call.commit((tx) => issueToken({ tx, ...issuer }, old, 'long'));
  const body = { access_token: text, token_type: 'bearer', expires_in: lifetimes.longTokenMs / 1000, ...more };
  return json(200, body);
}
