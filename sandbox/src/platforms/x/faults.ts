import type { Call, FaultReplies } from '../../core/network.ts';
import type { Reply } from '../../core/reply.ts';
import { forbidden, isTokenCall, oauthReply, serverError, unauthorized } from './errors.ts';
import { throttled } from './rates.ts';
import { badCode, badRefreshToken } from './token-routes.ts';
import { accessTokens, findToken, refreshTokens } from './tokens.ts';

export const faults: FaultReplies = {
  rateLimit: throttled,
  serverError: (call) =>
    isTokenCall(call) ? oauthReply(503, 'temporarily_unavailable', 'Something went wrong') : serverError(),
  tokenExpired: (call) => (isTokenCall(call) ? badGrant(call) : unauthorized()),
  tokenRevoked: (call) => {
    if (isTokenCall(call)) return revokeRefreshToken(call);
    const token = findToken(call);
    if (token !== undefined) call.commit((tx) => accessTokens.put(tx, token.text, { ...token, isRevoked: true }));
    return unauthorized();
  },
  scopeMissing: (call) => (isTokenCall(call) ? badGrant(call) : forbidden()),
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
