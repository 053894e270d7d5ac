import { inTransaction } from '../../db/transaction.ts';
import type { PlatformEvent } from '../../platforms/adapter.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { deletePages, insertDeleted } from './comment-store.ts';
import { commentView } from './comment-view.ts';
import { storeComments } from './store-comments.ts';

type CommentEvent = Extract<PlatformEvent, { kind: 'comment' }>;
type ChangeEvent = Extract<PlatformEvent, { kind: 'commentChanged' }>;

/** A stored comment may be newer than the event. */
export async function receiveComment(
  ctx: Ctx,
  accountId: string,
  { postId: platformPostId, comment }: CommentEvent,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const account = await requireAccount(ctx, accountId);
    const comments = [commentView(account.platform, comment)];
    await storeComments(ctx, { account, platformPostId, comments, keepsStored: true });
    await deletePages(ctx.db, scopeOf(ctx.caller), accountId);
  });
}

export async function refreshComment(
  ctx: Ctx,
  accountId: string,
  { postId: platformPostId, commentId }: ChangeEvent,
): Promise<void> {
  const { platform } = await requireAccount(ctx, accountId);
  const { comments } = platformOf(ctx, platform).adapter;
  if (comments === undefined) return;
  const result = await callForAccount(ctx, accountId, (call) => comments.find(call, commentId));
  await inTransaction(ctx, async (ctx) => {
    const account = await requireAccount(ctx, accountId);
    const scope = scopeOf(ctx.caller);
    if (result.kind === 'missing') await insertDeleted(ctx.db, scope, { accountId, id: commentId, platformPostId });
    else await storeComments(ctx, { account, platformPostId, comments: [commentView(platform, result.comment)] });
    await deletePages(ctx.db, scope, accountId);
  });
}
