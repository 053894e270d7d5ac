import { AppError } from '../../kernel/errors.ts';
import { readDateRange } from '../../kernel/date-range.ts';
import type { PostList, PostQuery } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { postView } from './post-view.ts';
import { selectPosts } from './post-store.ts';
import { hasTargetsOf, selectTargets } from './target-store.ts';

/** Newest first, of the 1000 newest that match. */
export async function listPosts(ctx: Ctx, query: PostQuery): Promise<PostList> {
  const scope = scopeOf(ctx.caller);
  const { page, limit, profileId, accountId, status, sortBy } = query;
  const platform = query.platform === undefined ? undefined : platformNamed(ctx, query.platform).adapter.name;
  const range = readDateRange({ dateFrom: query.dateFrom, dateTo: query.dateTo });
  if (profileId !== undefined) await requireProfile(ctx, profileId);
  if (accountId !== undefined && !(await hasTargetsOf(ctx.db, scope, accountId))) {
    throw new AppError('accountNotFound', 'There is no such account');
  }
  const filter = { profileId, accountId, platform, status, sortBy, ...range };
  const { rows, total } = await selectPosts(ctx.db, scope, { ...filter, offset: (page - 1) * limit, limit });
  const ids = rows.map(({ id }) => id);
  const targets = Map.groupBy(await selectTargets(ctx.db, scope, ids), ({ post_id: postId }) => postId);
  return {
    posts: rows.map((row) => postView(ctx, { ...row, targets: targets.get(row.id) ?? [] })),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}
