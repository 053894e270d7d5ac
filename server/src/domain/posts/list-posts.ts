import type { PostList, PostQuery } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { postView } from './model/post-view.ts';
import { selectPosts } from './store/post-store.ts';
import { readPostFilter } from './request/read-filter.ts';
import { selectListedTargets } from './store/target-store.ts';

export async function listPosts(ctx: Ctx, query: PostQuery): Promise<PostList> {
  const scope = scopeOf(ctx.caller);
  const { page, limit } = query;
  const filter = await readPostFilter(ctx, query);
  const { rows, total } = await selectPosts(ctx.db, scope, { ...filter, offset: (page - 1) * limit, limit });
  const ids = rows.map(({ id }) => id);
  const targets = Map.groupBy(await selectListedTargets(ctx.db, scope, ids), ({ postId }) => postId);
  return {
    posts: rows.map((row) => postView(ctx, { ...row, targets: targets.get(row.id) ?? [] })),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}
