import type { Call, FaultReplies } from '../../core/network.ts';
import type { Reply } from '../../core/reply.ts';
import { authErrors, errorReply, isTokenCall, oauthReply } from './errors.ts';
import { badCode, badRefreshToken } from './issue-tokens.ts';
import { quotaExceeded } from './quota.ts';
import { badToken } from './revoke-token.ts';
import { codes, findToken, refreshTokens, revokeGrant } from './tokens.ts';
import { uploads } from './uploads.ts';

const hourSeconds = 3600;

/** No answer says until when: what lasts longer than an hour is the day's quota. */
export const faults: FaultReplies = {
  rateLimit: (call, resetSeconds) => {
    if (isTokenCall(call)) return oauthReply(429, 'rate_limit_exceeded', 'Too many requests');
    if (resetSeconds > hourSeconds) return errorReply(quotaExceeded());
    const message = 'The request cannot be completed because too many came in a short time.';
    return errorReply({ code: 403, reason: 'rateLimitExceeded', message, domain: 'usageLimits' });
  },
  serverError: (call) =>
    isTokenCall(call)
      ? oauthReply(500, 'internal_failure', 'Backend Error')
      : errorReply({ code: 503, reason: 'backendError', message: 'Backend Error' }),
  tokenExpired: (call) => (isTokenCall(call) ? badGrant(call) : errorReply(authErrors.invalid())),
  tokenRevoked: (call) => {
    const personId = presentedBy(call);
    if (personId !== undefined) call.commit((tx) => revokeGrant(tx, personId));
    return isTokenCall(call) ? badGrant(call) : errorReply(authErrors.invalid());
  },
  scopeMissing: (call) => (isTokenCall(call) ? badGrant(call) : errorReply(authErrors.scope())),
};

const formOf = ({ request }: Call): URLSearchParams =>
  request.body.kind === 'form' ? request.body.fields : new URLSearchParams();

function presentedBy(call: Call): string | undefined {
  const { store, request } = call;
  const form = formOf(call);
  const token =
    findToken(call) ??
    refreshTokens.get(store, form.get('refresh_token') ?? form.get('token') ?? '') ??
    codes.get(store, form.get('code') ?? '');
  return token?.personId ?? uploads.get(store, request.query.get('upload_id') ?? '')?.ownerId;
}

function badGrant(call: Call): Reply {
  if (call.request.path === '/revoke') return badToken();
  return formOf(call).get('grant_type') === 'refresh_token' ? badRefreshToken() : badCode();
}
