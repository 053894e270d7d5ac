import type { Call, Route } from '../../core/platform.ts';
import { json } from '../../core/wire/reply.ts';
import { refuse, unknownPath } from '../meta/errors.ts';
import { readGraphParameters } from '../meta/parameters.ts';
import { versions } from './graph-route.ts';
import { graphHost, login } from './oauth.ts';

export const debugToken: Route = {
  host: graphHost,
  methods: ['GET'],
  path: '/{version...}debug_token',
  operation: 'debugToken',
  handle: (call) => {
    const { version = '' } = call.request.params;
    if (version !== '' && !versions.some((each) => version === `${each}/`))
      refuse(call, unknownPath(call.request.path));
    login.authority.requireToken(call);
    const { input_token } = readGraphParameters(call, { input_token: 'string!' });
    return json(200, { data: describe(call, input_token) });
  },
};

const seconds = (ms: number): number => Math.floor(ms / 1000);

function describe(call: Call, text: string): object {
  const { authority } = login;
  const token = authority.getToken(call.store, 'short', text);
  if (token === undefined || !authority.isLive(token, call.clock.now())) {
    return { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] };
  }
  return {
    type: 'USER',
    application: authority.table.app.name,
    expires_at: seconds(token.expiresAt ?? 0),
    is_valid: true,
    issued_at: seconds(token.issuedAt),
    user_id: token.userId,
    scopes: token.scopes,
  };
}
