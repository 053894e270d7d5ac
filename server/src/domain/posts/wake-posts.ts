import type { TxCtx } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { StoredPost } from './post.ts';
import { publishPostJob } from './post-jobs.ts';

/** A wake-up for the first moment at which somebody has to look at each post. */
export async function wakePosts(
  ctx: Pick<TxCtx, 'db'>,
  ...posts: Pick<StoredPost, 'id' | 'owner_id' | 'targets'>[]
): Promise<void> {
  const jobs = posts.flatMap(({ id, owner_id: ownerId, targets }) => {
    const times = targets.map(({ due_at: dueAt }) => dueAt).filter((at) => at !== null);
    const [first] = times.sort((a, b) => a.getTime() - b.getTime());
    return first === undefined ? [] : [{ payload: { ownerId, postId: id }, key: id, runAt: first }];
  });
  await enqueue(ctx, publishPostJob, jobs);
}
