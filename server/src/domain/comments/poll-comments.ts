import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { sweepRows, type SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { callForComments, requireCommentAccount, type CommentAccount } from './comment-account.ts';
import { claimDuePolls, selectRecentPosts, type DuePoll } from './comment-poll-store.ts';
import { deletePages } from './comment-store.ts';
import { commentView } from './comment-view.ts';
import { storeComments } from './store-comments.ts';

const recentDays = 7;
const postsMax = 50;

export async function pollComments(ctx: SweepCtx): Promise<void> {
  await sweepRows(ctx, await claimDuePolls(ctx.db, intervals(ctx)), pollAccount);
}

/** Only a safety net on platforms with events. */
function intervals({ platforms, timing }: SweepCtx) {
  const adapters = platforms.list().map(({ adapter }) => adapter);
  const byPlatform = adapters
    .filter(({ comments }) => comments !== undefined)
    .map(
      ({ name, events }) => [name, events === undefined ? timing.commentPollMs : timing.commentEventPollMs] as const,
    );
  return { byPlatform: new Map(byPlatform), withAutomationsMs: timing.commentAutomationPollMs };
}

async function pollAccount(ctx: Ctx, { id, ownerId }: DuePoll): Promise<void> {
  const recent = { ownerId, accountId: id, withinDays: recentDays, limit: postsMax };
  const platformPostIds = await selectRecentPosts(ctx.db, recent);
  if (platformPostIds.length === 0) return;
  const commentAccount = await requireCommentAccount(ctx, id);
  for (const platformPostId of platformPostIds) {
    // The next poll continues.
    if (!(await pollPost(ctx, commentAccount, platformPostId))) return;
  }
}

/** Returns false if the account cannot be polled now. */
async function pollPost(ctx: Ctx, commentAccount: CommentAccount, platformPostId: string): Promise<boolean> {
  const { account } = commentAccount;
  const limit = commentAccount.comments.pageMax;
  const query = { postId: platformPostId, parentId: undefined, cursor: undefined, limit };
  try {
    const page = await callForComments(ctx, commentAccount, (comments, call) => comments.list(call, query));
    const comments = page.comments.map((comment) => commentView(account.platform, comment));
    const receivedCount = await inTransaction(ctx, async (ctx) => {
      const receivedCount = await storeComments(ctx, { account, platformPostId, comments });
      if (receivedCount > 0) await deletePages(ctx.db, scopeOf(ctx.caller), account.id);
      return receivedCount;
    });
    for (let counted = 0; counted < receivedCount; counted += 1) {
      ctx.counts.count('commentPolled', { platform: account.platform });
    }
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The post was deleted on the platform.
    return error.code === 'platformObjectMissing' || error.code === 'platformRejected';
  }
}
