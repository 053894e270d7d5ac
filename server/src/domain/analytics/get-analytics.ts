import { AppError } from '../../kernel/errors.ts';
import type { MetricTimeline, MetricTimelineQuery, PostAnalytics } from '../../schemas/analytics.ts';
import { analyticsDays } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter } from './analytics-filter.ts';
import { selectMetricDays, selectPlatformPosts, type PlatformPost } from './analytics-store.ts';
import { postAnalyticsView } from './analytics-view.ts';
import { pickCounts } from './metrics.ts';
import { readPeriod } from './read-period.ts';

/** `syncStatus` is `pending` until numbers have been read once. */
export async function getAnalytics(ctx: Ctx, postId: string): Promise<PostAnalytics> {
  const { platforms } = await readAnalyticsFilter(ctx, {});
  const platformPosts = await requirePlatformPosts(ctx, postId, [...platforms.keys()]);
  const view = postAnalyticsView(ctx, platformPosts);
  if (view.syncStatus !== 'failed') return view;
  const reasons = [...new Set(view.platformAnalytics.map(({ errorMessage }) => errorMessage))];
  throw new AppError('analyticsUnavailable', `The numbers could not be read: ${reasons.join('; ')}`);
}

/** The numbers of a post day by day. */
export async function getMetricTimeline(ctx: Ctx, query: MetricTimelineQuery): Promise<MetricTimeline> {
  const period = readPeriod(ctx, query, analyticsDays);
  const { platforms } = await readAnalyticsFilter(ctx, {});
  const accountIds = [...platforms.keys()];
  const [{ postId }] = await requirePlatformPosts(ctx, query.postId, accountIds);
  const days = await selectMetricDays(ctx.db, scopeOf(ctx.caller), { postId, accountIds, period });
  return {
    postId,
    timeline: days.map((day) => ({
      ...{ date: day.date, platform: platforms.get(day.accountId) ?? '', platformPostId: day.platformPostId },
      ...pickCounts(day),
    })),
  };
}

/** Finds a published post by Herald's ID, or by that of one of its platforms. */
async function requirePlatformPosts(
  ctx: Ctx,
  id: string,
  accountIds: readonly string[],
): Promise<[PlatformPost, ...PlatformPost[]]> {
  const scope = scopeOf(ctx.caller);
  const ofPlatform = /^pst_[0-9a-z]{24}$/.test(id)
    ? []
    : await selectPlatformPosts(ctx.db, scope, { accountIds, platformPostId: id });
  const postId = ofPlatform[0]?.postId ?? id;
  const [first, ...others] = await selectPlatformPosts(ctx.db, scope, { accountIds, postIds: [postId] });
  if (first === undefined) throw new AppError('postNotFound', 'There is no published post with this ID');
  return [first, ...others];
}
