import type { Call, FaultReplies } from '../../core/network.ts';
import type { Reply } from '../../core/reply.ts';
import { errorReply, errors, isStorageCall, storageReply } from './errors.ts';
import { badCode } from './issue-tokens.ts';
import { throttledReply } from './rates.ts';
import { accessTokens, findToken, refreshTokens } from './tokens.ts';

/** The storage knows neither tokens nor scopes of the network: to it, whatever was signed is no good any more. */
export const faults: FaultReplies = {
  rateLimit: (call, resetSeconds) =>
    isStorageCall(call)
      ? storageReply(503, 'SlowDown', 'Please reduce your request rate.')
      : throttledReply(resetSeconds),
  serverError: (call) =>
    isStorageCall(call)
      ? storageReply(500, 'InternalError', 'We encountered an internal error. Please try again.')
      : errorReply(errors.server()),
  tokenExpired: (call) => badToken(call, errorReply(errors.authentication())),
  tokenRevoked: (call) => {
    revoke(call);
    return badToken(call, errorReply(errors.authentication()));
  },
  scopeMissing: (call) => badToken(call, errorReply(errors.scope([call.route?.operation ?? 'scope']))),
};

const isTokenCall = ({ request }: Call): boolean => request.path === '/v5/oauth/token';

const formOf = ({ request }: Call): URLSearchParams =>
  request.body.kind === 'form' ? request.body.fields : new URLSearchParams();

function badToken(call: Call, ofApi: Reply): Reply {
  if (isStorageCall(call)) return storageReply(403, 'ExpiredToken', 'The provided token has expired.');
  if (!isTokenCall(call)) return ofApi;
  return errorReply(formOf(call).has('code') ? badCode() : errors.grant());
}

function revoke(call: Call): void {
  const refresh = refreshTokens.get(call.store, formOf(call).get('refresh_token') ?? '');
  const access = findToken(call);
  call.commit((tx) => {
    if (refresh !== undefined) refreshTokens.put(tx, refresh.text, { ...refresh, isRevoked: true });
    if (access !== undefined) accessTokens.put(tx, access.text, { ...access, isRevoked: true });
  });
}
