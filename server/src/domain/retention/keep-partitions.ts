import { sweepInTransaction, type SweepCtx } from '../background/sweep.ts';
import type { SystemTxCtx } from '../context.ts';
import { createPartition, dropPartition, hasStrays, selectPartitions, type Partition } from './partition-store.ts';
import { partitionedTables, type KeyRange, type PartitionedTable } from './partitioned-tables.ts';

const dayMs = 24 * 3_600_000;
const periodsAhead = 2;

export async function keepPartitions(ctx: SweepCtx): Promise<void> {
  for (const table of partitionedTables) {
    if (ctx.stopping.aborted) return;
    try {
      const changes = await sweepInTransaction(ctx, 'partitions', (ctx) => keepTable(ctx, table));
      if (changes !== undefined && changes.length > 0) ctx.log.info({ changes }, 'partitions changed');
    } catch (error) {
      ctx.log.warn({ table: table.name, err: error }, 'partitions could not be changed; the next sweep tries again');
    }
  }
}

async function keepTable({ db, clock, limits }: SystemTxCtx, table: PartitionedTable): Promise<string[]> {
  const now = clock.now();
  const changes: string[] = [];
  const partitions = await selectPartitions(db, table);
  const oldest = table.keyAt(new Date(now.getTime() - table.keptDays(limits) * dayMs));
  for (const partition of partitions.filter(({ to }) => to <= oldest)) {
    await dropPartition(db, table, partition);
    changes.push(`dropped ${partition.name}`);
  }
  for (const partition of upcoming(table, now)) {
    if (partitions.some((one) => overlap(one, partition)) || (await hasStrays(db, table, partition))) continue;
    await createPartition(db, table, partition);
    changes.push(`created ${partition.name}`);
  }
  return changes;
}

function overlap(a: KeyRange, b: KeyRange): boolean {
  return a.from < b.to && b.from < a.to;
}

function upcoming(table: PartitionedTable, now: Date): Partition[] {
  return Array.from({ length: 1 + periodsAhead }, (_, index) => {
    const [start, end] = [startOf(table, now, index), startOf(table, now, index + 1)];
    const day = start.toISOString().slice(0, 10).replaceAll('-', '');
    return { name: `${table.name}_${day}`, from: table.keyAt(start), to: table.keyAt(end) };
  });
}

/** Weeks begin on Monday. */
function startOf({ period }: PartitionedTable, now: Date, periodsLater: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === 'quarter') return new Date(Date.UTC(year, month - (month % 3) + 3 * periodsLater, 1));
  return new Date(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7) + 7 * periodsLater));
}
