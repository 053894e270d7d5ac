import type { Comment } from '../../schemas/comment.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { triggerAutomations } from '../automations/trigger-automations.ts';
import type { TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { selectPostId, upsertComments } from './comment-store.ts';

type NewComments = {
  account: StoredAccount;
  platformPostId: string;
  comments: readonly Comment[];
  /** The stored copy is at least as new. */
  keepsStored?: boolean;
};

/** Emits `comment.received` for new comments of other people. Returns how many. */
export async function storeComments(
  ctx: TxCtx,
  { account, platformPostId, comments, keepsStored = false }: NewComments,
): Promise<number> {
  const all = [...new Map(comments.flatMap(flatten).map((comment) => [comment.id, comment])).values()];
  if (all.length === 0) return 0;
  const scope = scopeOf(ctx.caller);
  const rows = all.map((comment) => ({
    ...{ accountId: account.id, id: comment.id, platformPostId, comment },
    parentId: comment.parentId,
    createdAt: new Date(comment.createdTime),
  }));
  const newIds = await upsertComments(ctx.db, scope, { rows, keepsStored });
  const received = all.filter((comment) => newIds.has(comment.id) && isReported(account, comment));
  if (received.length === 0) return 0;
  const postId = await selectPostId(ctx.db, scope, { accountId: account.id, platformPostId });
  const post = { _id: postId ?? null, platformPostId };
  const { id: _id, platform, username, displayName } = account;
  const data = { post, account: { _id, platform, username, displayName }, profileIds: [account.profileId] };
  const oldestFirst = received.toSorted((one, other) => (one.createdTime < other.createdTime ? -1 : 1));
  emit(
    ctx,
    ...oldestFirst.map((comment) => ({
      type: 'comment.received' as const,
      resourceId: comment.id,
      data: { comment, ...data },
    })),
  );
  await triggerAutomations(
    ctx,
    { account, source: 'comment', platformPostId },
    oldestFirst.map(({ id: commentId, from, message: text, createdTime }) => ({
      ...{ commentId, commentedAt: new Date(createdTime), text },
      ...{ commenterId: from.id, commenterName: from.username ?? from.name ?? null },
    })),
  );
  return received.length;
}

/** Comments are stored one by one, without replies. */
function flatten(comment: Comment): Comment[] {
  return [comment, ...comment.replies].map((one) => ({ ...one, replies: [] }));
}

/** Does not report comments from before the account was connected. */
function isReported(account: StoredAccount, { from, createdTime }: Comment): boolean {
  return !from.isOwner && new Date(createdTime) >= account.createdAt;
}
