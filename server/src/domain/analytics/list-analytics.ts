import { analyticsDays, type AnalyticsList, type AnalyticsQuery, type PostAnalytics } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter, type AnalyticsFilter } from './analytics-filter.ts';
import { selectExternalPosts, selectOwnPosts, selectPostSums, type PostSum } from './analytics-store.ts';
import type { PostKey } from './platform-post.ts';
import { externalPostView, ownPostView } from './analytics-view.ts';
import { engagementOf, engagementRateOf, sumCounts } from './metrics.ts';
import { readPeriod } from './read-period.ts';

const postsMax = 5000;

export async function listAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<AnalyticsList> {
  const { page, limit } = query;
  const scope = scopeOf(ctx.caller);
  const period = readPeriod(ctx, query, analyticsDays);
  const filter = await readAnalyticsFilter(ctx, query);
  const newest = await selectPostSums(ctx.db, scope, { ...filter, period, limit: postsMax + 1 });
  const sums = newest.slice(0, postsMax);
  const shown = sort(sums, query).slice((page - 1) * limit, page * limit);
  const views = await viewPosts(ctx, shown, filter);
  return {
    // A post that was deleted meanwhile is left out.
    posts: shown.flatMap((sum) => views.get(keyOf(sum)) ?? []),
    pagination: { page, limit, total: sums.length, totalPages: Math.ceil(sums.length / limit) },
    overview: { totalPosts: sums.length, totals: sumCounts(sums), avgEngagementRate: averageRate(sums) },
    truncated: newest.length > postsMax,
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

/** Posts with equal numbers stay newest first. */
function sort(sums: readonly PostSum[], { sortBy, order }: AnalyticsQuery): PostSum[] {
  const valueOf = (sum: PostSum): number => {
    if (sortBy === 'date') return sum.publishedAt.getTime();
    return sortBy === 'engagement' ? engagementOf(sum) : sum[sortBy];
  };
  const direction = order === 'asc' ? 1 : -1;
  return sums.toSorted((one, other) => direction * (valueOf(one) - valueOf(other)));
}

function averageRate(sums: readonly PostSum[]): number {
  const rates = sums.filter(({ impressions }) => impressions > 0).map(engagementRateOf);
  if (rates.length === 0) return 0;
  // Added up as whole hundredths, so that the order of posts cannot change the result.
  return Math.round(rates.reduce((sum, rate) => sum + Math.round(rate * 100), 0) / rates.length) / 100;
}
