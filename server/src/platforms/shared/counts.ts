import type { MetricName, PostMetrics } from '../adapter.ts';

export function countOf(value: unknown): number {
  const isText = typeof value === 'string' && /^\d{1,15}$/.test(value);
  const count = isText ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

export function optionalCountOf(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : countOf(value);
}

export function metricsOf(values: Readonly<Partial<Record<MetricName, unknown>>>): PostMetrics {
  const counts = Object.entries(values).map(([name, value]) => [name, optionalCountOf(value)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}
