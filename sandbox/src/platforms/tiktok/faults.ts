import type { Call, FaultReplies } from '../../core/platform.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { errorReply, errors, isTokenCall, isUploadCall, oauthReply, uploadReply } from './errors.ts';
import { authority, invalidGrant } from './oauth.ts';

/** The upload host knows no tokens and reports an invalid upload URL instead. */
export const faults: FaultReplies = {
  rateLimit: (call) => {
    if (isUploadCall(call)) return uploadReply(429);
    return isTokenCall(call)
      ? oauthReply(call, 429, 'rate_limit_exceeded', errors.tooMany.message)
      : errorReply(call, errors.tooMany);
  },
  serverError: (call) => {
    if (isUploadCall(call)) return uploadReply(503);
    return isTokenCall(call)
      ? oauthReply(call, 500, 'internal_error', errors.server.message)
      : errorReply(call, errors.server);
  },
  tokenExpired: (call) => tokenReply(call, errors.tokenInvalid),
  tokenRevoked: (call) => {
    authority.revokePresented(call);
    return tokenReply(call, errors.tokenInvalid);
  },
  scopeMissing: (call) => tokenReply(call, errors.scopeMissing),
};

function tokenReply(call: Call, error: (typeof errors)['tokenInvalid' | 'scopeMissing']): Reply {
  if (isUploadCall(call)) return uploadReply(403);
  return isTokenCall(call) ? invalidGrant(call) : errorReply(call, error);
}
