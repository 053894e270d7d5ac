import { startOfIds } from '../../kernel/ids.ts';
import type { Limits } from '../context.ts';

/** Keys from `from` on, and before `to`. */
export type KeyRange = { from: string; to: string };

export type PartitionedTable = {
  name: string;
  /** The column that decides the partition. It begins with the time of the row. */
  key: 'id' | 'delivery_id' | 'date';
  /** The least key of rows that are created from this instant on. */
  keyAt(at: Date): string;
  period: 'week' | 'quarter';
  /** How long a partition is kept after its end. */
  keptDays(limits: Limits): number;
  /** Rows that must outlive their partition. */
  outliving?: 'neededEvents' | 'neededDeliveries';
  /** Room for updates, in percent of a page. */
  fillfactor?: number;
};

/** A delivery is kept for 30 days after its last attempt. Those attempted after more than two days outlive their partition. */
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

/** The default partition: rows that outlive their partition, and those of a period for which none was created. */
export function restOf(table: string): string {
  return `${table}_rest`;
}
