import type { Call, Route } from '../../core/platform.ts';
import { catchRefusal, type Reply } from '../../core/wire/reply.ts';

/** `type`: the usage type reported for the account. */
export type Metered = { readonly id: string; readonly type: string };
type Usage = { readonly percent: number; readonly regainMinutes: number };

const atEase: Usage = { percent: 1, regainMinutes: 0 };

/** Graph hosts report usage with every reply. */
export function withUsage(reply: Reply, metered: Metered | undefined, usage: Usage = atEase): Reply {
  const counts = { call_count: usage.percent, total_cputime: 1, total_time: 1 };
  const business = metered && {
    [metered.id]: [{ type: metered.type, ...counts, estimated_time_to_regain_access: usage.regainMinutes }],
  };
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-app-usage': JSON.stringify(counts),
      ...(business && { 'x-business-use-case-usage': JSON.stringify(business) }),
    },
  };
}

export type MeteredOf = (call: Call) => Metered | undefined;

export const metered =
  (meteredOf: MeteredOf) =>
  (route: Route): Route => ({
    ...route,
    handle: async (call) => withUsage(await catchRefusal(() => route.handle(call)), meteredOf(call)),
  });
