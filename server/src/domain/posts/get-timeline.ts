import type { PostTimeline } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requirePost } from './request/require-post.ts';
import { selectTimeline } from './store/timeline-store.ts';

export async function getTimeline(ctx: Ctx, postId: string): Promise<PostTimeline> {
  const post = await requirePost(ctx, postId);
  const entries = await selectTimeline(ctx.db, scopeOf(ctx.caller), post.id);
  return {
    postId: post.id,
    entries: entries.map(({ at, kind, accountId, summary, detail }) => ({
      at: at.toISOString(),
      kind,
      ...(accountId === null ? {} : { targetAccountId: accountId }),
      summary,
      ...(detail === null ? {} : { detail: { ...detail } }),
    })),
  };
}
