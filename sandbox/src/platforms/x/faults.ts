import type { FaultReplies } from '../../core/platform.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { forbidden, isTokenCall, serverError, unauthorized } from './errors.ts';
import { authority, invalidGrant } from './oauth.ts';
import { throttled } from './rates.ts';

export const faults: FaultReplies = {
  rateLimit: throttled,
  serverError: (call) =>
    isTokenCall(call) ? oauthError(503, 'temporarily_unavailable', 'Something went wrong') : serverError(),
  tokenExpired: (call) => (isTokenCall(call) ? invalidGrant(call) : unauthorized()),
  tokenRevoked: (call) => {
    authority.revokePresented(call);
    return isTokenCall(call) ? invalidGrant(call) : unauthorized();
  },
  scopeMissing: (call) => (isTokenCall(call) ? invalidGrant(call) : forbidden()),
};
