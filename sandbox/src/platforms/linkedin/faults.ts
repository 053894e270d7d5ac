import type { FaultReplies } from '../../core/platform.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { throttledReply } from './posts/create-post.ts';
import { errorReply, isTokenCall } from './errors.ts';
import { authority, invalidGrant } from './oauth.ts';
import { tokenErrors } from './token-errors.ts';

/** Throttling ends at midnight UTC, which no reply mentions. */
export const faults: FaultReplies = {
  rateLimit: (call) =>
    isTokenCall(call) ? oauthError(429, 'too_many_requests', 'Too many requests') : throttledReply(),
  serverError: (call) =>
    isTokenCall(call)
      ? oauthError(500, 'server_error', 'Something went wrong')
      : errorReply({
          status: 500,
          serviceErrorCode: 0,
          code: 'INTERNAL_SERVER_ERROR',
          message: 'Internal Server Error',
        }),
  tokenExpired: (call) => (isTokenCall(call) ? invalidGrant(call) : errorReply(tokenErrors.expired())),
  tokenRevoked: (call) => {
    authority.revokePresented(call);
    return isTokenCall(call) ? invalidGrant(call) : errorReply(tokenErrors.revoked());
  },
  scopeMissing: (call) =>
    isTokenCall(call) ? invalidGrant(call) : errorReply(tokenErrors.permission(call.route?.operation ?? 'resource')),
};
