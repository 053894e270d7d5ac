import type { Call, FaultReplies } from '../../core/network.ts';
import { json, type Reply } from '../../core/reply.ts';
import { graphReply, oauthReply } from './errors.ts';
import { tokenErrors } from './token-errors.ts';
import { scopes } from './limits.ts';
import { findToken, tokens } from './tokens.ts';
import { withUsage } from './usage.ts';

export const faults: FaultReplies = {
  rateLimit: (call, seconds) =>
    isCodeHost(call)
      ? oauthReply('Application request limit reached', 429)
      : withUsage(
          call,
          graphReply(call, { message: '(#4) Application request limit reached', code: 4, isTransient: true }),
          { percent: 100, regainMinutes: Math.ceil(seconds / 60) },
        ),
  serverError: (call) =>
    isCodeHost(call)
      ? json(500, { error_type: 'OAuthException', code: 500, error_message: 'Sorry, something went wrong.' })
      : graphReply(call, {
          message: 'An unexpected error has occurred. Please retry your request later.',
          code: 2,
          status: 500,
          isTransient: true,
        }),
  tokenExpired: (call) => {
    const now = call.clock.now();
    return deadToken(call, () => graphReply(call, tokenErrors.expired(now, now)));
  },
  tokenRevoked: (call) => {
    const token = findToken(call);
    if (token !== undefined) call.commit((tx) => tokens.put(tx, token.text, { ...token, isRevoked: true }));
    return deadToken(call, () => graphReply(call, tokenErrors.revoked()));
  },
  scopeMissing: (call) => {
    const isComment = call.route?.operation === 'createComment';
    return deadToken(call, () =>
      graphReply(call, tokenErrors.permission(isComment ? scopes.comments : scopes.publish)),
    );
  },
};

const isCodeHost = (call: Call): boolean => call.request.host === 'api.instagram.com';

const deadToken = (call: Call, reply: () => Reply): Reply =>
  isCodeHost(call) ? oauthReply('This authorization code has been used') : reply();
