import { metricNames } from '../../db/analytics-rows.ts';
import type { MetricName, PostMetrics } from '../../platforms/adapter.ts';

export type MetricCounts = Readonly<Record<MetricName, number>>;

export function countsFrom(countOf: (name: MetricName) => number): MetricCounts {
  return Object.fromEntries(metricNames.map((name) => [name, countOf(name)])) as MetricCounts;
}

export const zeroCounts = countsFrom(() => 0);

export function pickCounts(counts: MetricCounts): MetricCounts {
  return countsFrom((name) => counts[name]);
}

export function sumCounts(all: readonly MetricCounts[]): MetricCounts {
  return countsFrom((name) => all.reduce((sum, counts) => sum + counts[name], 0));
}

/**
 * A metric that the platform does not report keeps its value, because some disappear after a while. Views count as impressions
 * where those are missing.
 */
export function completeCounts(metrics: PostMetrics, before: MetricCounts): MetricCounts {
  const impressions = metrics.impressions ?? metrics.views ?? before.impressions;
  return { ...countsFrom((name) => metrics[name] ?? before[name]), impressions };
}

function engagementOf({ likes, comments, shares, saves }: MetricCounts): number {
  return likes + comments + shares + saves;
}

/** In percent. */
export function engagementRateOf(counts: MetricCounts): number {
  if (counts.impressions === 0) return 0;
  return toTwoDecimals(((engagementOf(counts) + counts.clicks) / counts.impressions) * 100);
}

export function toTwoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
