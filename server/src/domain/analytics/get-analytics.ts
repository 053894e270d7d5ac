import { AppError } from '../../kernel/errors.ts';
import type { MetricTimeline, MetricTimelineQuery, PostAnalytics } from '../../schemas/analytics.ts';
import { analyticsDays } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter, type AnalyticsFilter } from './analytics-filter.ts';
import { selectExternalPosts, selectMetricDays, selectOwnPosts } from './analytics-store.ts';
import { externalPostView, ownPostView } from './analytics-view.ts';
import { pickCounts } from './metrics.ts';
import type { ExternalPlatformPost, OwnPlatformPost, PlatformPostKey } from './platform-post.ts';
import { readPeriod } from './read-period.ts';

export async function getAnalytics(ctx: Ctx, postId: string): Promise<PostAnalytics> {
  const { accounts } = await readAnalyticsFilter(ctx, {});
  const post = await requirePublished(ctx, postId, accounts);
  const view = 'own' in post ? ownPostView(ctx, post.own, accounts) : externalPostView(post.external, accounts);
  if (view.syncStatus !== 'failed') return view;
  const reasons = [...new Set(view.platformAnalytics.map(({ errorMessage }) => errorMessage))];
  throw new AppError('analyticsUnavailable', `The numbers could not be read: ${reasons.join('; ')}`);
}

export async function getMetricTimeline(ctx: Ctx, query: MetricTimelineQuery): Promise<MetricTimeline> {
  const period = readPeriod(ctx, query, analyticsDays);
  const { accounts } = await readAnalyticsFilter(ctx, {});
  const post = await requirePublished(ctx, query.postId, accounts);
  const keys = 'own' in post ? post.own : [post.external];
  const days = await selectMetricDays(ctx.db, scopeOf(ctx.caller), { keys, period });
  return {
    postId: 'own' in post ? post.own[0].postId : post.external.platformPostId,
    timeline: days.map((day) => ({
      date: day.date,
      platform: accounts.get(day.accountId)?.platform ?? '',
      platformPostId: day.platformPostId,
      ...pickCounts(day),
    })),
  };
}

type PublishedPost = { own: [OwnPlatformPost, ...OwnPlatformPost[]] } | { external: ExternalPlatformPost };

async function requirePublished(ctx: Ctx, id: string, accounts: AnalyticsFilter['accounts']): Promise<PublishedPost> {
  const scope = scopeOf(ctx.caller);
  const accountIds = [...accounts.keys()];
  const isOwnId = /^pst_[0-9a-z]{24}$/.test(id);
  const [onPlatform] = isOwnId ? [] : await selectOwnPosts(ctx.db, scope, { accountIds, platformPostId: id });
  const postId = onPlatform?.postId ?? id;
  const [first, ...others] = await selectOwnPosts(ctx.db, scope, { accountIds, postIds: [postId] });
  if (first !== undefined) return { own: [first, ...others] };
  const keys = accountIds.map((accountId) => ({ accountId, platformPostId: id }));
  const [external] = await selectExternalPosts(ctx.db, scope, keys);
  if (external !== undefined) return { external };
  throw new AppError('postNotFound', 'There is no published post with this ID');
}

export async function findExternalPosts(ctx: Ctx, keys: readonly PlatformPostKey[]): Promise<ExternalPlatformPost[]> {
  return await selectExternalPosts(ctx.db, scopeOf(ctx.caller), keys);
}
