import type { TxCtx } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { StoredPost } from './post.ts';
import { publishPostJob } from './post-jobs.ts';

/** A wake-up for the first moment at which somebody has to look at the post. */
export async function wakePost(
  ctx: Pick<TxCtx, 'db'>,
  post: Pick<StoredPost, 'id' | 'owner_id' | 'targets'>,
): Promise<void> {
  const times = post.targets.map(({ due_at: dueAt }) => dueAt).filter((at) => at !== null);
  const [first] = times.sort((a, b) => a.getTime() - b.getTime());
  if (first === undefined) return;
  const payload = { ownerId: post.owner_id, postId: post.id };
  await enqueue(ctx, publishPostJob, [{ payload, key: post.id, runAt: first }]);
}
