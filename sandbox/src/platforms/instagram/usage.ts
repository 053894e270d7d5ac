import type { Call } from '../../core/network.ts';
import type { Reply } from '../../core/reply.ts';
import { findToken } from './tokens.ts';

type Usage = { readonly percent: number; readonly regainMinutes: number };

/** How near the app and the account are to being throttled goes with every answer of the Graph hosts. */
export function withUsage(call: Call, reply: Reply, { percent, regainMinutes }: Usage = atEase): Reply {
  const usage = { call_count: percent, total_cputime: 1, total_time: 1 };
  const userId = findToken(call)?.userId;
  const business = userId && {
    [userId]: [{ type: 'instagram', ...usage, estimated_time_to_regain_access: regainMinutes }],
  };
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-app-usage': JSON.stringify(usage),
      ...(business && { 'x-business-use-case-usage': JSON.stringify(business) }),
    },
  };
}

const atEase: Usage = { percent: 1, regainMinutes: 0 };
