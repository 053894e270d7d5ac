import type { Call, Route } from '../../core/network.ts';
import { answerOf, type Reply } from '../../core/reply.ts';

/** Whose calls are counted, and under which of the network's words. */
export type Metered = { readonly id: string; readonly type: string };
type Usage = { readonly percent: number; readonly regainMinutes: number };

const atEase: Usage = { percent: 1, regainMinutes: 0 };

/** How near the app and the account are to being throttled goes with every answer of the Graph hosts. */
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

/** The same route with the headers on all its answers. */
export const metered =
  (meteredOf: MeteredOf) =>
  (route: Route): Route => ({
    ...route,
    handle: async (call) => withUsage(await answerOf(() => route.handle(call)), meteredOf(call)),
  });
