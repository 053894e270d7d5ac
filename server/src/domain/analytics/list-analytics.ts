import { analyticsDays, type AnalyticsList, type AnalyticsQuery, type PostAnalytics } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter, type AnalyticsFilter } from './analytics-filter.ts';
import { selectExternalPosts, selectOwnPosts, selectSummedPosts } from './analytics-store.ts';
import type { PostKey } from './platform-post.ts';
import { externalPostView, ownPostView } from './analytics-view.ts';
import { pickCounts } from './metrics.ts';
import { readPeriod } from './read-period.ts';

const postsMax = 5000;

export async function listAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<AnalyticsList> {
  const { page, limit, sortBy, order } = query;
  const period = readPeriod(ctx, query, analyticsDays);
  const filter = await readAnalyticsFilter(ctx, query);
  const shown = { sortBy, order, limit, offset: (page - 1) * limit };
  const summed = await selectSummedPosts(ctx.db, scopeOf(ctx.caller), { ...filter, period, postsMax, ...shown });
  const { postCount: total, keys, isTruncated: truncated } = summed;
  const views = await viewPosts(ctx, keys, filter);
  return {
    // Omits posts that were deleted meanwhile.
    posts: keys.flatMap((key) => views.get(keyOf(key)) ?? []),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
    overview: {
      totalPosts: total,
      totals: pickCounts(summed),
      avgEngagementRate: Math.round(summed.meanRate ?? 0) / 100,
    },
    truncated,
  };
}

async function viewPosts(
  ctx: Ctx,
  keys: readonly PostKey[],
  { accounts, accountIds }: AnalyticsFilter,
): Promise<ReadonlyMap<string, PostAnalytics>> {
  const scope = scopeOf(ctx.caller);
  const postIds = keys.flatMap(({ postId }) => postId ?? []);
  const own = await selectOwnPosts(ctx.db, scope, { accountIds, postIds });
  const byPost = Map.groupBy(own, keyOf);
  const externalKeys = keys.filter((key) => key.postId === null);
  const external = externalKeys.length === 0 ? [] : await selectExternalPosts(ctx.db, scope, externalKeys);
  return new Map([
    ...[...byPost].map(([key, posts]) => [key, ownPostView(ctx, posts, accounts)] as const),
    ...external.map((post) => [keyOf({ ...post, postId: null }), externalPostView(post, accounts)] as const),
  ]);
}

function keyOf(key: PostKey): string {
  return key.postId === null ? `${key.accountId} ${key.platformPostId}` : key.postId;
}
