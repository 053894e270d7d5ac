import { metricNames, type PlatformPostRow } from '../../db/analytics-rows.ts';
import { countsFrom, zeroCounts, type MetricCounts } from './metrics.ts';

/** A post as it was before new numbers were read. `today`, `previousDay`: the last numbers of these days, if any. */
export type MeasuredBefore = Pick<PlatformPostRow, 'publishedAt' | 'measuredAt' | 'baseline'> & {
  newest: MetricCounts;
  today: MetricCounts | null;
  previousDay: MetricCounts | null;
};

type Measurement = {
  baseline: MetricCounts | null;
  /** How the numbers that the post received today change. */
  gained: MetricCounts;
  /** Whether the post begins (1) or ceases (-1) to be among those that received something today. */
  postCount: number;
};

const dayMs = 24 * 3_600_000;

/**
 * What a post received on a day is the difference between its last numbers of that day and of the day it was read before.
 * Numbers that shrink received nothing. The first numbers of a post that is older than a day are a baseline: nobody knows
 * when it received them. So are its newest numbers when all its days were deleted because they were old.
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
