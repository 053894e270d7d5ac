import type { Call, Route } from '../../core/network.ts';
import { json } from '../../core/reply.ts';
import { refuse, unknownPath } from '../meta/errors.ts';
import { readGraphParameters } from '../meta/parameters.ts';
import { requireLive } from '../meta/tokens.ts';
import { app } from './app.ts';
import { graphHost, versions } from './graph-route.ts';
import { login } from './tokens.ts';

/** Answers with and without the version. */
export const debugToken: Route = {
  host: graphHost,
  methods: ['GET'],
  path: '/{version...}debug_token',
  operation: 'debugToken',
  handle: (call) => {
    const { version = '' } = call.request.params;
    if (version !== '' && !versions.some((each) => version === `${each}/`))
      refuse(call, unknownPath(call.request.path));
    requireLive(call, login.find(call));
    const { input_token } = readGraphParameters(call, { input_token: 'string!' });
    return json(200, { data: describe(call, input_token) });
  },
};

const seconds = (ms: number): number => Math.floor(ms / 1000);

function describe(call: Call, text: string): object {
  const token = login.tokens.get(call.store, text);
  const isValid = token !== undefined && !token.isRevoked && call.clock.now() < token.expiresAt;
  if (token === undefined || !isValid) {
    return { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] };
  }
  return {
    type: 'USER',
    application: app.name,
    expires_at: seconds(token.expiresAt),
    is_valid: true,
    issued_at: seconds(token.issuedAt),
    user_id: token.userId,
    scopes: token.scopes,
  };
}
