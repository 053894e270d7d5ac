import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { queueForPost } from '../queues/queue-for-post.ts';
import type { StoredQueue } from '../queues/queue.ts';
import type { Mode } from './read-mode.ts';

/** The queue that a mode names, if it names one. In a post an unknown profile is a fault of the request. */
export async function findPostQueue(ctx: Ctx, mode: Mode): Promise<StoredQueue | undefined> {
  if (mode.kind !== 'queue') return undefined;
  const { profileId, queueId } = mode;
  await requireProfile(ctx, profileId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
    throw new AppError('validation', 'queuedFromProfile names no profile', { param: 'queuedFromProfile' });
  });
  return await queueForPost(ctx, { profileId, queueId });
}
