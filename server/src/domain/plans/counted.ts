import type { PostRow, TargetStatus } from '../../db/post-rows.ts';
import type { Plan } from '../../db/rows.ts';
import { planLimits } from './limits.ts';
import { monthOf } from './month-of.ts';

/** `herald_is_counted` decides the same in SQL. */
export const countedStatuses: readonly TargetStatus[] = ['scheduled', 'pending', 'publishing', 'published'];

export type Coming = { dueAt: Date; count: number };

type Counted = Pick<PostRow, 'scheduledFor' | 'acceptedAt' | 'createdAt'> & {
  targets: readonly { status: TargetStatus }[];
};

/** Reads the plan from the accounts, which saves a query. Without accounts, the plan may have a limit. */
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

export function gainsOf(coming: readonly Coming[]): { month: Date; gain: number }[] {
  const months = new Map<string, number>();
  for (const { dueAt, count } of coming) {
    const { from } = monthOf(dueAt);
    months.set(from, (months.get(from) ?? 0) + count);
  }
  const gains = [...months].map(([from, gain]) => ({ month: new Date(from), gain }));
  return gains.filter(({ gain }) => gain > 0).sort((a, b) => a.month.getTime() - b.month.getTime());
}
