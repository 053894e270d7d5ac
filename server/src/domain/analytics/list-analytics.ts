import { analyticsDays, type AnalyticsList, type AnalyticsQuery } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter } from './analytics-filter.ts';
import { selectPlatformPosts, selectPostSums, type PostSum } from './analytics-store.ts';
import { postAnalyticsView } from './analytics-view.ts';
import { engagementOf, engagementRateOf, sumCounts } from './metrics.ts';
import { readPeriod } from './read-period.ts';

const postsMax = 5000;

export async function listAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<AnalyticsList> {
  const { page, limit } = query;
  const scope = scopeOf(ctx.caller);
  const period = readPeriod(ctx, query, analyticsDays);
  const { platforms } = await readAnalyticsFilter(ctx, query);
  const accountIds = [...platforms.keys()];
  const newest = await selectPostSums(ctx.db, scope, { accountIds, period, limit: postsMax + 1 });
  const sums = newest.slice(0, postsMax);
  const postIds = sort(sums, query)
    .slice((page - 1) * limit, page * limit)
    .map(({ postId }) => postId);
  const platformPosts = await selectPlatformPosts(ctx.db, scope, { accountIds, postIds });
  const byPost = Map.groupBy(platformPosts, ({ postId }) => postId);
  return {
    // A post that was deleted meanwhile is left out.
    posts: postIds.flatMap((postId) => {
      const onPlatforms = byPost.get(postId);
      return onPlatforms === undefined ? [] : [postAnalyticsView(ctx, onPlatforms)];
    }),
    pagination: { page, limit, total: sums.length, totalPages: Math.ceil(sums.length / limit) },
    overview: { totalPosts: sums.length, totals: sumCounts(sums), avgEngagementRate: averageRate(sums) },
    truncated: newest.length > postsMax,
  };
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
