import { metricNames, type PlatformPostRow } from '../../db/analytics-rows.ts';
import { countsFrom, zeroCounts, type MetricCounts } from './metrics.ts';

/** The state before new numbers were read. `today` and `previousDay` are the last numbers of these days. */
export type MeasuredBefore = Pick<PlatformPostRow, 'publishedAt' | 'measuredAt' | 'baseline'> & {
  newest: MetricCounts;
  today: MetricCounts | null;
  previousDay: MetricCounts | null;
};

type Measurement = {
  baseline: MetricCounts | null;
  /** Change of the numbers that the post received today. */
  gained: MetricCounts;
  /** 1 or -1 if the post begins or ceases to be among those that received something today. */
  postCount: number;
};

const dayMs = 24 * 3_600_000;

/**
 * On a day, a post received the difference between its last numbers of that day and of the day read before; shrinking numbers
 * count as nothing. The first numbers of a post older than a day are a baseline, because nobody knows when it received them; so
 * are its newest ones if all its days were deleted.
 */
export function measure(before: MeasuredBefore, counts: MetricCounts, today: string): Measurement {
  const { publishedAt, measuredAt, newest, today: lastToday, previousDay } = before;
  const yesterday = new Date(Date.parse(today) - dayMs);
  const isOld = measuredAt === null && publishedAt < yesterday;
  const isForgotten = measuredAt !== null && lastToday === null && previousDay === null;
  const baseline = isOld ? counts : isForgotten ? newest : before.baseline;
  const base = previousDay ?? baseline ?? zeroCounts;
  const received = gainOf(base, counts);
  const receivedBefore = lastToday === null ? zeroCounts : gainOf(base, lastToday);
  return {
    baseline,
    gained: countsFrom((name) => received[name] - receivedBefore[name]),
    postCount: Number(isAny(received)) - Number(isAny(receivedBefore)),
  };
}

function gainOf(base: MetricCounts, counts: MetricCounts): MetricCounts {
  return countsFrom((name) => Math.max(0, counts[name] - base[name]));
}

function isAny(counts: MetricCounts): boolean {
  return metricNames.some((name) => counts[name] > 0);
}
