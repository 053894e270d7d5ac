import type { TxCtx } from '../context.ts';
import { defineJob } from '../jobs/define-job.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { StoredPost } from './model/post.ts';

/** A post has targets that are due. */
export const publishPostJob = defineJob<{ ownerId: string; postId: string }>('publish-post');

/** Schedules a wake-up for the first due target of each post. */
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
