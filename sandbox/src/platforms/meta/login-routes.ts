import type { Call, Route } from '../../core/network.ts';
import { readParameters } from '../../core/parameters.ts';
import { json, type Reply } from '../../core/reply.ts';
import { codeFaultTexts, takeCode } from './codes.ts';
import { refuse, refuseParameter } from './errors.ts';
import { loginTokenErrors, oauthReply } from './login-errors.ts';
import type { Login, LoginToken } from './login-tokens.ts';
import { readGraphParameters } from './parameters.ts';
import { requireLive } from './tokens.ts';

export type LoginApp = { readonly clientId: string; readonly clientSecret: string; readonly name: string };

type Parts = {
  readonly codeHost: string;
  readonly graphHost: string;
  readonly app: LoginApp;
  readonly login: Login;
  /** What the grant types begin with. */
  readonly prefix: string;
  /** Of errors that are the network's own. */
  readonly errorType: string;
  answerCode(call: Call, token: LoginToken): Reply;
  /** What comes with a refreshed token beside it. */
  refreshed(token: LoginToken): object;
};

const codeParameters = {
  client_id: 'string!',
  client_secret: 'string!',
  grant_type: 'string!',
  redirect_uri: 'string!',
  code: 'string!',
} as const;

export const exchangeCodeRoute = ({ codeHost, app, login, answerCode }: Parts): Route => ({
  host: codeHost,
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
      const taken = takeCode(login.codes, tx, { text: code, redirectUri: redirect_uri, now });
      if ('fault' in taken) return oauthReply(codeFaultTexts[taken.fault]);
      return answerCode(call, login.issue({ tx, random: call.random, now }, taken.grant, 'short'));
    });
  },
});

export const exchangeTokenRoute = ({ graphHost, app, login, prefix }: Parts): Route => ({
  host: graphHost,
  methods: ['GET'],
  path: '/access_token',
  operation: 'exchangeToken',
  handle: (call) => {
    const values = readGraphParameters(call, { grant_type: 'string!', client_secret: 'string!' });
    if (values.grant_type !== `${prefix}_exchange_token`) refuseParameter(call, 'Invalid grant_type');
    if (values.client_secret !== app.clientSecret) {
      refuse(call, { message: 'Error validating client secret.', code: 1 });
    }
    const token = requireLive(call, login.find(call));
    if (token.kind !== 'short') refuse(call, loginTokenErrors.wrongKind());
    return longToken(call, login, token);
  },
});

/** The old token stays good until its own end. */
export const refreshTokenRoute = ({ graphHost, login, prefix, errorType, refreshed }: Parts): Route => ({
  host: graphHost,
  methods: ['GET'],
  path: '/refresh_access_token',
  operation: 'refreshToken',
  handle: (call) => {
    const { grant_type } = readGraphParameters(call, { grant_type: 'string!' });
    if (grant_type !== `${prefix}_refresh_token`) refuseParameter(call, 'Invalid grant_type');
    const token = requireLive(call, login.find(call));
    if (token.kind !== 'long') refuse(call, loginTokenErrors.wrongKind());
    const ageMs = call.clock.now() - token.issuedAt;
    if (ageMs < login.lifetimes.refreshFromMs) refuse(call, loginTokenErrors.tooYoung(errorType));
    return longToken(call, login, token, refreshed(token));
  },
});

function longToken(call: Call, login: Login, old: LoginToken, more: object = {}): Reply {
  const issuer = { random: call.random, now: call.clock.now() };
  const { text } = call.commit((tx) => login.issue({ tx, ...issuer }, old, 'long'));
  const expiresIn = login.lifetimes.longTokenMs / 1000;
  return json(200, { access_token: text, token_type: 'bearer', expires_in: expiresIn, ...more });
}

/** With a number for an id that is too large for many readers. */
export function bareCodeAnswer(accessToken: string, userId: string, more: object = {}): Reply {
  const body = JSON.stringify({ access_token: accessToken, user_id: 0, ...more });
  return { ...json(200, {}), body: body.replace('"user_id":0', `"user_id":${userId}`) };
}
