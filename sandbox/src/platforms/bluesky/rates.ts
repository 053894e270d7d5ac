import type { Call } from '../../core/platform.ts';
import { Refusal, type Reply } from '../../core/wire/reply.ts';
import { errorReply } from './errors.ts';
import { budgets, type Budget } from './limits.ts';

export type Cost = { readonly key: string; readonly budget: Budget; readonly points: number };

const allowanceOf = ({ limit, windowSeconds }: Budget) => ({ perSecond: limit / windowSeconds, burst: limit });

export function spend(call: Call, { key, budget, points }: Cost): void {
  const allowance = allowanceOf(budget);
  const waitMs = call.throttle.waitMs(key, allowance);
  if (waitMs > 0) throw new Refusal(limited(call, Math.ceil(waitMs / 1000), budget));
  call.throttle.spend(key, allowance, points);
}

export function limited(call: Call, resetSeconds: number, budget: Budget = budgets.requests): Reply {
  const reply = errorReply(429, 'RateLimitExceeded', 'Rate Limit Exceeded');
  return { ...reply, headers: { ...reply.headers, ...rateHeaders(call, budget, { left: 0, resetSeconds }) } };
}

export function withRate(call: Call, reply: Reply, cost: Cost | undefined): Reply {
  const budget = cost?.budget ?? budgets.requests;
  const left = cost === undefined ? budget.limit - 1 : call.throttle.left(cost.key, allowanceOf(budget));
  const headers = rateHeaders(call, budget, { left, resetSeconds: budget.windowSeconds });
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

function rateHeaders(call: Call, budget: Budget, state: { left: number; resetSeconds: number }) {
  return {
    'ratelimit-limit': String(budget.limit),
    'ratelimit-remaining': String(state.left),
    'ratelimit-reset': String(Math.ceil(call.clock.now() / 1000) + state.resetSeconds),
    'ratelimit-policy': `${budget.limit};w=${budget.windowSeconds}`,
  };
}
