import type { Call, FaultReplies } from '../../core/network.ts';
import type { Reply } from '../../core/reply.ts';
import { throttledReply } from './create-post.ts';
import { errorReply, isTokenCall, oauthReply } from './errors.ts';
import { tokenErrors } from './token-errors.ts';
import { badCode, badRefreshToken } from './token-routes.ts';
import { accessTokens, findToken, refreshTokens } from './tokens.ts';

/** Throttling ends at midnight UTC, and no answer says so. */
export const faults: FaultReplies = {
  rateLimit: (call) =>
    isTokenCall(call) ? oauthReply(429, 'too_many_requests', 'Too many requests') : throttledReply(),
  serverError: (call) =>
    isTokenCall(call)
      ? oauthReply(500, 'server_error', 'Something went wrong')
      : errorReply({
          status: 500,
          serviceErrorCode: 0,
          code: 'INTERNAL_SERVER_ERROR',
          message: 'Internal Server Error',
        }),
  tokenExpired: (call) => (isTokenCall(call) ? badGrant(call) : errorReply(tokenErrors.expired())),
  tokenRevoked: (call) => {
    if (isTokenCall(call)) return revokeRefreshToken(call);
    const token = findToken(call);
    if (token !== undefined) call.commit((tx) => accessTokens.put(tx, token.text, { ...token, isRevoked: true }));
    return errorReply(tokenErrors.revoked());
  },
  scopeMissing: (call) =>
    isTokenCall(call) ? badGrant(call) : errorReply(tokenErrors.permission(call.route?.operation ?? 'resource')),
};

const formOf = ({ request }: Call): URLSearchParams =>
  request.body.kind === 'form' ? request.body.fields : new URLSearchParams();

const badGrant = (call: Call): Reply =>
  formOf(call).get('grant_type') === 'refresh_token' ? badRefreshToken() : badCode();

function revokeRefreshToken(call: Call): Reply {
  const token = refreshTokens.get(call.store, formOf(call).get('refresh_token') ?? '');
  if (token !== undefined) call.commit((tx) => refreshTokens.put(tx, token.text, { ...token, isRevoked: true }));
  return badGrant(call);
}
