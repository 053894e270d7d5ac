import type { Call, FaultReplies } from '../../core/network.ts';
import type { Reply } from '../../core/reply.ts';
import { errorReply, errors, isTokenCall, isUploadCall, oauthReply, uploadReply } from './errors.ts';
import { badCode, badRefreshToken } from './token-routes.ts';
import { accessTokens, findToken, refreshTokens } from './tokens.ts';

/** The host that takes videos knows no tokens: there it is its address that is no good any more. */
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
  tokenExpired: (call) => refused(call, badGrant, errors.tokenInvalid),
  tokenRevoked: (call) => {
    const token = findToken(call);
    if (token !== undefined) call.commit((tx) => accessTokens.put(tx, token.text, { ...token, isRevoked: true }));
    return refused(call, revokeRefreshToken, errors.tokenInvalid);
  },
  scopeMissing: (call) => refused(call, badGrant, errors.scopeMissing),
};

type Words = (typeof errors)['tokenInvalid' | 'scopeMissing'];

function refused(call: Call, grant: (call: Call) => Reply, words: Words): Reply {
  if (isUploadCall(call)) return uploadReply(403);
  return isTokenCall(call) ? grant(call) : errorReply(call, words);
}

const formOf = ({ request }: Call): URLSearchParams =>
  request.body.kind === 'form' ? request.body.fields : new URLSearchParams();

const badGrant = (call: Call): Reply =>
  formOf(call).get('grant_type') === 'refresh_token' ? badRefreshToken(call) : badCode(call);

function revokeRefreshToken(call: Call): Reply {
  const token = refreshTokens.get(call.store, formOf(call).get('refresh_token') ?? '');
  if (token !== undefined) call.commit((tx) => refreshTokens.put(tx, token.text, { ...token, isRevoked: true }));
  return badGrant(call);
}
