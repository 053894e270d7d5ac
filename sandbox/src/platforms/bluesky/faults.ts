import type { Call, FaultReplies } from '../../core/platform.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { errorReply } from './errors.ts';
import { people } from './people.ts';
import { limited } from './rates.ts';
import { claimsOf, endSession } from './sessions.ts';

const wrongPassword = (): Reply => errorReply(401, 'AuthenticationRequired', 'Invalid identifier or password');
const isSignIn = (call: Call): boolean => call.route?.operation === 'createSession';

export const faults: FaultReplies = {
  rateLimit: (call, seconds) => limited(call, seconds),
  serverError: (call) =>
    call.request.path.startsWith('/xrpc/app.bsky.')
      ? errorReply(502, 'UpstreamFailure', 'Upstream service unreachable')
      : errorReply(500, 'InternalServerError', 'Internal Server Error'),
  tokenExpired: (call) => (isSignIn(call) ? wrongPassword() : errorReply(400, 'ExpiredToken', 'Token has expired')),
  tokenRevoked: (call) => {
    if (isSignIn(call)) return revokePassword(call);
    call.commit((tx) => endSession(tx, String(claimsOf(call)?.['sid'])));
    return errorReply(400, 'ExpiredToken', 'Token has been revoked');
  },
  scopeMissing: () => errorReply(400, 'InvalidToken', 'Bad token scope'),
};

/** A sign-in presents the app password itself. */
function revokePassword(call: Call): Reply {
  const person = people.find(call.store, String(rawParameters(call.request)['identifier']));
  if (person !== undefined) call.commit((tx) => people.put(tx, { ...person, isPasswordRevoked: true }));
  return wrongPassword();
}
