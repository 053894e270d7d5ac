import { getFollowerStats } from '../../../domain/analytics/follower-stats.ts';
import { FollowerStats, FollowerStatsQuery } from '../../../schemas/analytics.ts';
import { jsonRoute, type Route } from '../../route.ts';

const common = { tag: 'Analytics', method: 'GET', access: 'read', isShedFirst: true, unknownKeys: 'ignore' } as const;
const ofFilter = ['notFound', 'forbidden', 'accountNotFound'] as const;

export const analyticsRoutes: readonly Route[] = [
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
