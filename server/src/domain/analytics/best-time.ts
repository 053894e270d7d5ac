import type { BestTime, BestTimeQuery } from '../../schemas/analytics.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { readAnalyticsFilter } from './analytics-filter.ts';
import { selectHours } from './analytics-store.ts';
import { toTwoDecimals } from './metrics.ts';
import { readPeriod } from './read-period.ts';

const days = 366;
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export async function getBestTime(ctx: Ctx, query: BestTimeQuery): Promise<BestTime> {
  const period = readPeriod(ctx, {}, days);
  const filter = await readAnalyticsFilter(ctx, query);
  const hours = await selectHours(ctx.db, scopeOf(ctx.caller), { ...filter, period });
  const slots = hours.map(({ day, hour, engagement, postCount }) => ({
    day_of_week: day,
    day_name: dayNames[day] ?? '',
    hour,
    avg_engagement: toTwoDecimals(engagement / postCount),
    post_count: postCount,
  }));
  return { slots: slots.toSorted(bestFirst), timezone: 'UTC' };
}

type Slot = BestTime['slots'][number];

function bestFirst(one: Slot, other: Slot): number {
  return (
    other.avg_engagement - one.avg_engagement ||
    other.post_count - one.post_count ||
    one.day_of_week - other.day_of_week ||
    one.hour - other.hour
  );
}
