import type { Call } from '../../core/platform.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { Refusal } from '../../core/wire/reply.ts';
import { errorReply, errors } from './errors.ts';
import type { Person } from './persons.ts';

export type Category = 'org_read' | 'org_write';

const limitOf = (category: Category, { readsPerMinute, writesPerMinute }: Person): number =>
  category === 'org_read' ? readsPerMinute : writesPerMinute;

export function spendRate(call: Call, category: Category, person: Person): Record<string, string> {
  const limit = limitOf(category, person);
  if (limit === 0) return {};
  const key = `pinterest:${category}:${person.id}`;
  const allowance = { perSecond: limit / 60, burst: limit };
  const waitMs = call.throttle.waitMs(key, allowance);
  if (waitMs > 0) throw new Refusal(throttledReply(Math.ceil(waitMs / 1000), limit));
  call.throttle.spend(key, allowance, 1);
  return rateHeaders({ limit, remaining: call.throttle.left(key, allowance), resetSeconds: 60 });
}

export function throttledReply(resetSeconds: number, limit = 100): Reply {
  const reply = errorReply(errors.tooMany());
  return { ...reply, headers: { ...reply.headers, ...rateHeaders({ limit, remaining: 0, resetSeconds }) } };
}

type Rate = { readonly limit: number; readonly remaining: number; readonly resetSeconds: number };

function rateHeaders({ limit, remaining, resetSeconds }: Rate): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}
