import type { FaultReplies } from '../../core/platform.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { authErrors, errorReply, isTokenCall } from './errors.ts';
import { authority, invalidGrant } from './oauth.ts';
import { quotaExceeded } from './quota.ts';
import { uploadOwnerOf } from './uploads.ts';

const hourSeconds = 3600;

/** No reply names the end of a limit; more than an hour means the daily quota. */
export const faults: FaultReplies = {
  rateLimit: (call, resetSeconds) => {
    if (isTokenCall(call)) return oauthError(429, 'rate_limit_exceeded', 'Too many requests');
    if (resetSeconds > hourSeconds) return errorReply(quotaExceeded());
    const message = 'The request cannot be completed because too many came in a short time.';
    return errorReply({ code: 403, reason: 'rateLimitExceeded', message, domain: 'usageLimits' });
  },
  serverError: (call) =>
    isTokenCall(call)
      ? oauthError(500, 'internal_failure', 'Backend Error')
      : errorReply({ code: 503, reason: 'backendError', message: 'Backend Error' }),
  tokenExpired: (call) => (isTokenCall(call) ? invalidGrant(call) : errorReply(authErrors.invalid())),
  tokenRevoked: (call) => {
    const personId = authority.personIdOf(call) ?? uploadOwnerOf(call);
    if (personId !== undefined) call.commit((tx) => authority.revokePerson(tx, personId));
    return isTokenCall(call) ? invalidGrant(call) : errorReply(authErrors.invalid());
  },
  scopeMissing: (call) => (isTokenCall(call) ? invalidGrant(call) : errorReply(authErrors.scope())),
};
