import { startOfIds } from '../../kernel/ids.ts';
import type { Limits } from '../context.ts';

export type KeyRange = { from: string; to: string };

export type PartitionedTable = {
  name: string;
  /** Begins with the time of the row. */
  key: 'id' | 'delivery_id' | 'date';
  /** The least key of rows created from then on. */
  keyAt(at: Date): string;
  period: 'week' | 'quarter';
  /** From the partition's end. */
  keptDays(limits: Limits): number;
  outliving?: 'neededEvents' | 'neededDeliveries';
  /** Percent of a page; leaves room for updates. */
  fillfactor?: number;
};

/**
 * Deliveries are kept for 30 days after their last attempt; those attempted after more than two days outlive their partition.
 */
const deliveries = {
  keyAt: (at: Date) => startOfIds('delivery', at),
  period: 'week',
  keptDays: () => 32,
  outliving: 'neededDeliveries',
} as const;

const days = {
  key: 'date',
  keyAt: (at: Date) => at.toISOString().slice(0, 10),
  period: 'quarter',
  keptDays: ({ analyticsDays }: Limits) => analyticsDays,
} as const;

export const partitionedTables: readonly PartitionedTable[] = [
  {
    name: 'events',
    key: 'id',
    keyAt: (at) => startOfIds('event', at),
    period: 'week',
    // A day longer than the feed shows them.
    keptDays: () => 31,
    outliving: 'neededEvents',
  },
  { name: 'webhook_deliveries', key: 'id', ...deliveries, fillfactor: 80 },
  { name: 'webhook_attempts', key: 'delivery_id', ...deliveries },
  { name: 'metric_days', ...days },
  { name: 'account_metric_days', ...days },
  { name: 'follower_days', ...days },
];

/** The default partition has rows that outlive theirs, or whose period has none. */
export function restOf(table: string): string {
  return `${table}_rest`;
}
