import type { FaultReplies } from '../../../../sandbox/src/core/platform.ts';
import { json, type Reply } from '../../../../sandbox/src/core/wire/reply.ts';

export function error(status: number, code: string, message: string): Reply {
  return json(status, { error: code, message });
}

export const faults: Omit<FaultReplies, 'tokenRevoked'> = {
  rateLimit: (_call, seconds) =>
    json(429, { error: 'too_loud', message: 'Quiet please' }, { 'retry-after': String(seconds) }),
  serverError: () => error(500, 'asleep', 'The parrot is asleep'),
  tokenExpired: () => error(401, 'token_expired', 'The token has expired'),
  scopeMissing: () => error(403, 'scope_missing', 'squawk was not granted'),
};
