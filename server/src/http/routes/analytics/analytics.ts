import { Type } from 'typebox';
import { getBestTime } from '../../../domain/analytics/best-time.ts';
import { getDailyMetrics } from '../../../domain/analytics/daily-metrics.ts';
import { getFollowerStats } from '../../../domain/analytics/follower-stats.ts';
import { getAnalytics, getMetricTimeline } from '../../../domain/analytics/get-analytics.ts';
import { listAnalytics } from '../../../domain/analytics/list-analytics.ts';
import {
  AnalyticsList,
  AnalyticsQuery,
  BestTime,
  BestTimeQuery,
  DailyMetrics,
  DailyMetricsQuery,
  FollowerStats,
  FollowerStatsQuery,
  MetricTimeline,
  MetricTimelineQuery,
  PostAnalytics,
} from '../../../schemas/analytics.ts';
import { Alternative, jsonRoute, type Route } from '../../route.ts';

const common = { tag: 'Analytics', method: 'GET', access: 'read', isShedFirst: true, unknownKeys: 'ignore' } as const;
const ofFilter = ['notFound', 'forbidden', 'accountNotFound'] as const;

export const analyticsRoutes: readonly Route[] = [
  jsonRoute({
    ...common,
    path: '/v1/analytics',
    operation: 'get analytics',
    description:
      'Posts that were published within the period, with their numbers and an overview. With `postId`, the numbers of that ' +
      'post; 202 until they have been read for the first time.',
    query: AnalyticsQuery,
    success: 200,
    response: Type.Union([AnalyticsList, PostAnalytics]),
    alternative: {
      status: 202,
      response: PostAnalytics,
      description: 'With `postId`: the numbers have not been read yet.',
    },
    errors: [...ofFilter, 'postNotFound', 'analyticsUnavailable'],
    handle: async (ctx, { query }) => {
      if (query.postId === undefined) return await listAnalytics(ctx, query);
      const post = await getAnalytics(ctx, query.postId);
      return post.syncStatus === 'pending' ? new Alternative(post) : post;
    },
  }),
  jsonRoute({
    ...common,
    path: '/v1/analytics/daily-metrics',
    operation: 'get daily metrics',
    description: 'Numbers by day (UTC) and by platform. Days without data are left out.',
    query: DailyMetricsQuery,
    success: 200,
    response: DailyMetrics,
    errors: ofFilter,
    handle: (ctx, { query }) => getDailyMetrics(ctx, query),
  }),
  jsonRoute({
    ...common,
    path: '/v1/analytics/best-time',
    operation: 'get best time to post',
    description: 'The hours of the week (UTC) in which posts of the last 366 days were engaged with most.',
    query: BestTimeQuery,
    success: 200,
    response: BestTime,
    errors: ofFilter,
    handle: (ctx, { query }) => getBestTime(ctx, query),
  }),
  jsonRoute({
    ...common,
    path: '/v1/analytics/post-timeline',
    operation: 'get timeline of post metrics',
    operationId: 'getPostTimeline',
    description: 'The numbers of a post at the end of each day (UTC), by platform.',
    query: MetricTimelineQuery,
    success: 200,
    response: MetricTimeline,
    errors: ['postNotFound'],
    handle: (ctx, { query }) => getMetricTimeline(ctx, query),
  }),
  jsonRoute({
    ...common,
    path: '/v1/accounts/follower-stats',
    operation: 'get follower stats',
    description: 'How many people follow each account, read once a day.',
    query: FollowerStatsQuery,
    success: 200,
    response: FollowerStats,
    errors: ofFilter,
    handle: (ctx, { query }) => getFollowerStats(ctx, query),
  }),
];
