import { dailyMetricsDays, type DailyMetrics, type DailyMetricsQuery } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter } from './analytics-filter.ts';
import { selectDays, type AccountDay } from './analytics-store.ts';
import { sumCounts } from './metrics.ts';
import { readPeriod } from './read-period.ts';

export async function getDailyMetrics(ctx: Ctx, query: DailyMetricsQuery): Promise<DailyMetrics> {
  const period = readPeriod(ctx, query, dailyMetricsDays);
  const filter = await readAnalyticsFilter(ctx, query);
  const { attribution } = query;
  const days = await selectDays(ctx.db, scopeOf(ctx.caller), { ...filter, period, attribution });
  const platformOf = ({ accountId }: AccountDay): string => filter.accounts.get(accountId)?.platform ?? '';
  return {
    dailyData: [...Map.groupBy(days, ({ date }) => date)].map(([date, ofDay]) => ({
      date,
      postCount: countPosts(ofDay),
      platforms: Object.fromEntries(
        [...Map.groupBy(ofDay, platformOf)].map(([platform, ofPlatform]) => [platform, countPosts(ofPlatform)]),
      ),
      metrics: sumCounts(ofDay),
    })),
    platformBreakdown: breakdown(days, platformOf),
  };
}

function breakdown(
  days: readonly AccountDay[],
  platformOf: (day: AccountDay) => string,
): DailyMetrics['platformBreakdown'] {
  const byPlatform = Map.groupBy(days, platformOf);
  return [...byPlatform]
    .map(([platform, ofPlatform]) => ({ platform, postCount: countPosts(ofPlatform), ...sumCounts(ofPlatform) }))
    .toSorted((one, other) => (one.platform < other.platform ? -1 : 1));
}

function countPosts(days: readonly AccountDay[]): number {
  return days.reduce((sum, { postCount }) => sum + postCount, 0);
}
