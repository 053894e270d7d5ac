import type { Post } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import { getPost } from './get-post.ts';
import { inProgressStatuses } from './model/post-status.ts';

const waitersMax = 200;
const lookAgainMs = 250;

/** Returns the post when it has ended or the time is over. Holds no connection while it waits. */
export async function waitForPost(ctx: Ctx, post: Post, untilMs: number): Promise<Post> {
  let current = post;
  if (ctx.signals.waiting() >= waitersMax) return current;
  while (inProgressStatuses.includes(current.status)) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) break;
    const stop = new AbortController();
    const heard = ctx.signals.next(current._id, stop.signal);
    await Promise.race([heard, ctx.clock.sleep(Math.min(leftMs, lookAgainMs), stop.signal)]);
    stop.abort();
    current = await getPost(ctx, current._id);
    if (ctx.signals.isStopping()) break;
  }
  return current;
}
