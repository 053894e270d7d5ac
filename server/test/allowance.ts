import { AppError } from '../src/kernel/errors.ts';
import type { TestApp, TestUser } from './harness.ts';
import { makePost, makeTarget, type Target } from './data/posts.ts';

/** On the free plan, with both accounts that it includes. */
export type FreeUser = TestUser & { one: Target; both: Target[] };

export const inMarch = '2026-03-20T12:00:00.000Z';
export const inApril = '2026-04-20T12:00:00.000Z';

/** Schedules `used` of March's 20 platform posts. */
export async function freeUser(t: TestApp, used: number): Promise<FreeUser> {
  const user = await t.newUser('free');
  const both = [await makeTarget(user.call), await makeTarget(user.call, 'bluesky')];
  const [one] = both;
  if (one === undefined) throw new Error('there are two');
  for (let left = used; left > 0; left -= 2) await schedule(user, left === 1 ? [one] : both);
  return { ...user, one, both };
}

export async function schedule({ call }: TestUser, platforms: readonly Target[], at = inMarch): Promise<string> {
  return (await makePost(call, { isDraft: undefined, scheduledFor: at, platforms }))._id;
}

export async function fail(t: TestApp, id: string): Promise<void> {
  await t.sql("UPDATE post_targets SET status = 'failed', due_at = NULL WHERE post_id = $1", [id]);
  await t.sql("UPDATE posts SET status = 'failed' WHERE id = $1", [id]);
}

export async function postsUsed({ call }: TestUser): Promise<number> {
  return (await call('GET', '/v1/usage')).body.resources.posts.used;
}

export function isPaymentRequired(error: unknown): boolean {
  return error instanceof AppError && error.code === 'paymentRequired';
}
