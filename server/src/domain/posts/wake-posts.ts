import type { TxCtx } from '../context.ts';
import type { StoredPost } from './model/post.ts';

/** Targets due later than this are seen by polls before their time. */
const soonMs = 1000;

export function wakePosts(ctx: Pick<TxCtx, 'wake' | 'clock'>, ...posts: Pick<StoredPost, 'targets'>[]): void {
  const soon = ctx.clock.now().getTime() + soonMs;
  const isDue = posts.some(({ targets }) => targets.some(({ dueAt: at }) => at !== null && at.getTime() <= soon));
  if (isDue) ctx.wake('posts');
}
