import type { PostRow, TargetStatus } from '../../db/post-rows.ts';
import type { Plan } from '../../db/rows.ts';
import { planLimits } from './limits.ts';
import { monthOf } from './month-of.ts';

/** Statuses that count towards the monthly limit; `herald_is_counted` decides the same in SQL. */
export const countedStatuses: readonly TargetStatus[] = ['scheduled', 'pending', 'publishing', 'published'];

/** Targets to add to the month of `dueAt`, or to remove if negative. */
export type Coming = { dueAt: Date; count: number };

type Counted = Pick<PostRow, 'scheduledFor' | 'acceptedAt' | 'createdAt'> & {
  targets: readonly { status: TargetStatus }[];
};

/** Accounts include the plan, which saves a query. Without accounts, the plan may have a limit. */
export function isCounted(accounts: readonly { plan: Plan }[]): boolean {
  return accounts.every(({ plan }) => planLimits[plan].postsPerMonth !== null);
}

export function countOf({ scheduledFor, acceptedAt, createdAt, targets }: Counted): Coming {
  const count = targets.filter(({ status }) => countedStatuses.includes(status)).length;
  return { dueAt: scheduledFor ?? acceptedAt ?? createdAt, count };
}

export function changeOf(before: Counted, after: Counted): Coming[] {
  const { dueAt, count } = countOf(before);
  return [{ dueAt, count: -count }, countOf(after)];
}

/** Returns the months whose total increases, earliest first. */
export function gainsOf(coming: readonly Coming[]): { month: Date; gain: number }[] {
  const months = new Map<string, number>();
  for (const { dueAt, count } of coming) {
    const { from } = monthOf(dueAt);
    months.set(from, (months.get(from) ?? 0) + count);
  }
  const gains = [...months].map(([from, gain]) => ({ month: new Date(from), gain }));
  return gains.filter(({ gain }) => gain > 0).sort((a, b) => a.month.getTime() - b.month.getTime());
}
