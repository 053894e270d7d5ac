import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CountedEvents, Counts, TimedEvents } from '../kernel/counts.ts';
import type { MetricFamily } from './otlp.ts';
import { counters, gauges, timers } from './metric-table.ts';

export type Metrics = {
  counts: Counts;
  contentType: string;
  render(): Promise<string>;
  read(): Promise<MetricFamily[]>;
};

type Sources = {
  databaseLoad(): Record<'waiting' | 'busy' | 'open', number>;
  dueLagSeconds(): Promise<number>;
  queueDepths(): Promise<Readonly<Record<string, number>>>;
};

/** Labels contain a route's pattern, never a path, an owner or a key. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'herald_' });
  addGauges(registry, sources);
  const counterOf = mapValues(counters, (one) => new Counter({ ...one, registers: [registry] }));
  const timerOf = mapValues(
    timers,
    (one) => new Histogram({ ...one, buckets: [...one.buckets], registers: [registry] }),
  );
  return {
    counts: {
      count: <Event extends keyof CountedEvents>(event: Event, labels: CountedEvents[Event]) =>
        counterOf[event].inc(labels),
      time: <Event extends keyof TimedEvents>(event: Event, labels: TimedEvents[Event], seconds: number) =>
        timerOf[event].observe(labels, seconds),
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
    // The declared type lacks `metricName`, and has an enum for type names.
    read: async () => (await registry.getMetricsAsJSON()) as unknown as MetricFamily[],
  };
}

function addGauges(registry: Registry, { databaseLoad, dueLagSeconds, queueDepths }: Sources): void {
  const connections = new Gauge({
    ...gauges.databaseConnections,
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(databaseLoad())) connections.set({ state }, count);
    },
  });
  const lag: Gauge = new Gauge({
    ...gauges.publishDueLag,
    registers: [registry],
    // Other metrics report an unreachable database.
    collect: async (): Promise<void> => lag.set(await dueLagSeconds().catch(() => Number.NaN)),
  });
  const depths = new Gauge({
    ...gauges.queueDepth,
    registers: [registry],
    collect: async (): Promise<void> => {
      depths.reset();
      const counts = await queueDepths().catch(() => ({}));
      for (const [queue, count] of Object.entries(counts)) depths.set({ queue }, count);
    },
  });
}

function mapValues<Key extends string, Value, Result>(
  record: Readonly<Record<Key, Value>>,
  map: (value: Value) => Result,
): Record<Key, Result> {
  return Object.fromEntries(Object.entries<Value>(record).map(([key, value]) => [key, map(value)])) as Record<
    Key,
    Result
  >;
}
