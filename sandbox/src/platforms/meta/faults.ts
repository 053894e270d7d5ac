import type { Call, FaultReplies } from '../../core/platform.ts';
import { graphReply, type GraphError } from './errors.ts';
import { tokenErrors } from './token-errors.ts';
import { withUsage, type MeteredOf } from './usage.ts';

type Parts = {
  readonly meteredOf: MeteredOf;
  throttled(call: Call): GraphError;
  permission(call: Call): GraphError;
  revoke(call: Call): void;
};

export const appThrottled: GraphError = {
  message: '(#4) Application request limit reached',
  code: 4,
  isTransient: true,
};

export function graphFaults({ meteredOf, throttled, permission, revoke }: Parts): FaultReplies {
  const reply = (call: Call, error: GraphError) => withUsage(graphReply(call, error), meteredOf(call));
  return {
    rateLimit: (call, seconds) =>
      withUsage(graphReply(call, throttled(call)), meteredOf(call), {
        percent: 100,
        regainMinutes: Math.ceil(seconds / 60),
      }),
    serverError: (call) =>
      reply(call, {
        message: 'An unexpected error has occurred. Please retry your request later.',
        code: 2,
        status: 500,
        isTransient: true,
      }),
    tokenExpired: (call) => reply(call, tokenErrors.expired(call.clock.now(), call.clock.now())),
    tokenRevoked: (call) => {
      revoke(call);
      return reply(call, tokenErrors.revoked());
    },
    scopeMissing: (call) => reply(call, permission(call)),
  };
}
