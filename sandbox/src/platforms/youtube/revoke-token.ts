import type { Route } from '../../core/network.ts';
import { rawParameters } from '../../core/parameters.ts';
import { json } from '../../core/reply.ts';
import { oauthReply } from './errors.ts';
import { accessTokens, refreshTokens, revokeGrant } from './tokens.ts';

/** By query or form, with either token. */
export const revokeToken: Route = {
  host: 'oauth2.googleapis.com',
  methods: ['POST'],
  path: '/revoke',
  operation: 'revokeToken',
  handle: (call) => {
    const { token, ...rest } = rawParameters(call.request);
    const isForm = call.request.body.kind === 'form' || call.request.body.kind === 'none';
    if (typeof token !== 'string' || !isForm || Object.keys(rest).length > 0) {
      return oauthReply(400, 'invalid_request', 'Missing required parameter: token');
    }
    const access = accessTokens.get(call.store, token);
    const isAlive = access !== undefined && call.clock.now() < access.expiresAt;
    const found = refreshTokens.get(call.store, token) ?? (isAlive ? access : undefined);
    if (found === undefined) return badToken();
    call.commit((tx) => revokeGrant(tx, found.personId));
    return json(200, {});
  },
};

export const badToken = () => oauthReply(400, 'invalid_token', 'Token expired or revoked');
