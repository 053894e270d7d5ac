import type { Call, Route } from '../../core/network.ts';
import { json, type Reply } from '../../core/reply.ts';
import { codeFaultTexts, takeCode, type CodeFault } from '../meta/codes.ts';
import { graphReply, refuse } from '../meta/errors.ts';
import { requireVersion } from '../meta/graph-route.ts';
import { readGraphParameters } from '../meta/parameters.ts';
import { requireLive } from '../meta/tokens.ts';
import { graphVersions } from '../meta/versions.ts';
import { app } from './app.ts';
import { graphHost } from './graph-route.ts';
import { lifetimes } from './limits.ts';
import { ownTokenErrors } from './token-errors.ts';
import { codes, findToken, issueUserToken, type Token } from './tokens.ts';

const subcodes: Readonly<Record<CodeFault, number>> = {
  invalid: 36_009,
  used: 36_009,
  expired: 36_007,
  redirect: 36_008,
};

/** A short token becomes a long one. */
export const exchangeToken: Route = {
  host: graphHost,
  methods: ['GET'],
  path: '/{version}/oauth/access_token?grant_type=fb_exchange_token',
  operation: 'exchangeToken',
  handle: (call) => {
    requireVersion(call, graphVersions);
    const values = readGraphParameters(call, {
      grant_type: 'string!',
      client_id: 'string!',
      client_secret: 'string!',
      fb_exchange_token: 'string!',
    });
    checkApp(call, values);
    const token = requireLive(call, findToken(call));
    if (token.pageId !== null) refuse(call, ownTokenErrors.userTokenNeeded('access_token'));
    const issuer = { random: call.random, now: call.clock.now() };
    return tokenReply(call.commit((tx) => issueUserToken({ tx, ...issuer }, token, 'long')));
  },
};

export const exchangeCode: Route = {
  host: graphHost,
  methods: ['GET'],
  path: '/{version}/oauth/access_token',
  operation: 'exchangeCode',
  handle: (call) => {
    requireVersion(call, graphVersions);
    const values = readGraphParameters(call, {
      client_id: 'string!',
      client_secret: 'string!',
      redirect_uri: 'string!',
      code: 'string!',
    });
    checkApp(call, values);
    return call.commit((tx) => {
      const now = call.clock.now();
      const taken = takeCode(codes, tx, { text: values.code, redirectUri: values.redirect_uri, now });
      if ('fault' in taken) return codeReply(call, taken.fault);
      return tokenReply(issueUserToken({ tx, random: call.random, now }, taken.grant, 'short'));
    });
  },
};

function checkApp(call: Call, { client_id, client_secret }: { client_id: string; client_secret: string }): void {
  if (client_id !== app.clientId) {
    refuse(call, { message: 'Error validating application. Cannot get application info.', code: 101 });
  }
  if (client_secret !== app.clientSecret) refuse(call, { message: 'Error validating client secret.', code: 1 });
}

export const codeReply = (call: Call, fault: CodeFault): Reply =>
  graphReply(call, { message: codeFaultTexts[fault], code: 100, subcode: subcodes[fault] });

const tokenReply = ({ text, kind }: Token): Reply =>
  json(200, {
    access_token: text,
    token_type: 'bearer',
    expires_in: (kind === 'long' ? lifetimes.longTokenMs : lifetimes.shortTokenMs) / 1000,
  });
