import type { PostRow, TargetStatus } from '../../db/post-rows.ts';
import type { Plan } from '../../db/rows.ts';
import { planLimits } from './limits.ts';
import { monthOf } from './month-of.ts';

/** A target in one of these counts, in the UTC month in which its post is due; `postsIn` says the same in SQL. */
export const countedStatuses: readonly TargetStatus[] = ['scheduled', 'pending', 'publishing', 'published'];

/** Targets that come to the month of an instant; fewer than none when they leave it. */
export type Coming = { dueAt: Date; count: number };

type Counted = Pick<PostRow, 'scheduled_for' | 'accepted_at' | 'created_at'> & {
  targets: readonly { status: TargetStatus }[];
};

/** Whether the plan counts at all. The accounts tell, so that most need not ask; without any it is to be asked. Pure. */
export function isCounted(accounts: readonly { plan: Plan }[]): boolean {
  return accounts.every(({ plan }) => planLimits[plan].postsPerMonth !== null);
}

/** What a post takes of its month. Pure. */
export function countOf({ scheduled_for, accepted_at, created_at, targets }: Counted): Coming {
  const count = targets.filter(({ status }) => countedStatuses.includes(status)).length;
  return { dueAt: scheduled_for ?? accepted_at ?? created_at, count };
}

/** A post that changes leaves its month before it takes of one. Pure. */
export function changeOf(before: Counted, after: Counted): Coming[] {
  const { dueAt, count } = countOf(before);
  return [{ dueAt, count: -count }, countOf(after)];
}

/** The months that gain when all is added up, by their first instant, earliest first. Pure. */
export function gainsOf(coming: readonly Coming[]): { month: Date; gain: number }[] {
  const months = new Map<string, number>();
  for (const { dueAt, count } of coming) {
    const { from } = monthOf(dueAt);
    months.set(from, (months.get(from) ?? 0) + count);
  }
  const gains = [...months].map(([from, gain]) => ({ month: new Date(from), gain }));
  return gains.filter(({ gain }) => gain > 0).sort((a, b) => a.month.getTime() - b.month.getTime());
}
