import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { expireKeys } from '../idempotency/expire-keys.ts';
import { freeSlot } from '../queues/free-slot.ts';
import { releaseFiles } from './media/post-files.ts';
import { deletePostRow } from './store/post-store.ts';
import { requireEditable } from './rules/require-editable.ts';
import { requireLockedPost } from './request/require-post.ts';

/** Does not call platforms. */
export async function deletePost(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const post = await requireLockedPost(ctx, id);
    requireEditable(post, 'deleted');
    const scope = scopeOf(ctx.caller);
    await deletePostRow(ctx.db, scope, post.id);
    await expireKeys(ctx, post.id);
    await releaseFiles(ctx, post, post.targets);
    const { queueId, scheduledFor: slotAt } = post;
    if (queueId !== null && slotAt !== null) await freeSlot(ctx, { queueId, slotAt });
  });
}
