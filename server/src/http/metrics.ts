import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CountedEvents, Counts } from '../kernel/counts.ts';

export type Metrics = {
  counts: Counts;
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  contentType: string;
  render(): Promise<string>;
};

type Load = { waiting: number; busy: number; open: number };

/** Labels contain the pattern of a route, never a path, an owner or a key. */
export function createMetrics(databaseLoad: () => Load, dueLagSeconds: () => Promise<number>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'herald_' });
  const durations = new Histogram({
    name: 'herald_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'herald_database_connections',
    help: 'Connections to the database by state; "waiting" are requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(databaseLoad())) connections.set({ state }, count);
    },
  });
  const lag: Gauge = new Gauge({
    name: 'herald_publish_due_lag_seconds',
    help: 'How long the oldest due post that no worker has claimed has been waiting.',
    registers: [registry],
    // Other metrics report an unreachable database.
    collect: async (): Promise<void> => lag.set(await dueLagSeconds().catch(() => Number.NaN)),
  });
  const counters = {
    platformAppProblem: new Counter({
      name: 'herald_platform_app_problems_total',
      help: "Refusals of the operator's app, not of an account, by platform.",
      labelNames: ['platform'],
      registers: [registry],
    }),
    commentPolled: new Counter({
      name: 'herald_comments_polled_total',
      help: 'New comments that polling found and no event had brought, by platform.',
      labelNames: ['platform'],
      registers: [registry],
    }),
    messagePolled: new Counter({
      name: 'herald_messages_polled_total',
      help: 'New direct messages that polling found and no event had brought, by platform.',
      labelNames: ['platform'],
      registers: [registry],
    }),
  } satisfies Record<keyof CountedEvents, Counter>;
  return {
    counts: { count: (event, labels) => counters[event].inc(labels) },
    observe: ({ method, route, status, seconds }) => durations.observe({ method, route, status }, seconds),
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}
