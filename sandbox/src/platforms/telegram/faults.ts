import type { FaultReplies } from '../../core/platform.ts';
import { bot, botState } from './bot.ts';
import { errorReply, tooManyRequests } from './errors.ts';

export const faults: FaultReplies = {
  rateLimit: (_call, seconds) => tooManyRequests(seconds),
  serverError: () => errorReply(500, 'Internal Server Error'),
  // Bot tokens do not expire.
  tokenExpired: () => errorReply(401, 'Unauthorized'),
  tokenRevoked: (call) => {
    if (call.request.params['token'] === bot.token) {
      call.commit((tx) => botState.put(tx, bot.username, { ...botState.get(tx, bot.username), isTokenRevoked: true }));
    }
    return errorReply(401, 'Unauthorized');
  },
  scopeMissing: () => errorReply(403, 'Forbidden: need administrator rights in the channel chat'),
};
