import type { Call, FaultReplies } from '../../core/platform.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { errorReply, errors, isStorageCall, storageReply } from './errors.ts';
import { authority, invalidGrant } from './oauth.ts';
import { throttledReply } from './rates.ts';

/** The store knows neither tokens nor scopes and reports an expired signature instead. */
export const faults: FaultReplies = {
  rateLimit: (call, resetSeconds) =>
    isStorageCall(call)
      ? storageReply(503, 'SlowDown', 'Please reduce your request rate.')
      : throttledReply(resetSeconds),
  serverError: (call) =>
    isStorageCall(call)
      ? storageReply(500, 'InternalError', 'We encountered an internal error. Please try again.')
      : errorReply(errors.server()),
  tokenExpired: (call) => tokenReply(call, errorReply(errors.authentication())),
  tokenRevoked: (call) => {
    authority.revokePresented(call);
    return tokenReply(call, errorReply(errors.authentication()));
  },
  scopeMissing: (call) => tokenReply(call, errorReply(errors.scope([call.route?.operation ?? 'scope']))),
};

const isTokenCall = ({ request }: Call): boolean => request.path === '/v5/oauth/token';

function tokenReply(call: Call, apiReply: Reply): Reply {
  if (isStorageCall(call)) return storageReply(403, 'ExpiredToken', 'The provided token has expired.');
  return isTokenCall(call) ? invalidGrant(call) : apiReply;
}
