import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { DeleteQueuesQuery } from '../../schemas/queue.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { deleteQueueRows, lockQueue, promoteOldest, selectQueues, unlinkPosts } from './queue-store.ts';

/** Deletes all queues of the profile without `queueId`. Posts keep their times. */
export async function deleteQueues(ctx: Ctx, selected: DeleteQueuesQuery): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    const { id: profileId } = await requireProfile(ctx, selected.profileId);
    const scope = scopeOf(ctx.caller);
    const queues = await selectQueues(ctx.db, scope, profileId);
    const ids = queues.map(({ id }) => id).filter((id) => selected.queueId === undefined || id === selected.queueId);
    if (ids.length === 0) throw new AppError('notFound', 'Not found');
    for (const id of ids) await lockQueue(ctx.db, scope, id);
    await unlinkPosts(ctx.db, scope, ids);
    await deleteQueueRows(ctx.db, scope, ids);
    await promoteOldest(ctx.db, scope, profileId);
    return ids.length;
  });
}
