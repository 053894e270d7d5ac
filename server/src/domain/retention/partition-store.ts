import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/client.ts';
import { restOf, type KeyRange, type PartitionedTable } from './partitioned-tables.ts';

// Not scoped: partitions contain rows of all owners.

/** Later requests for the table wait as long as this one waits for the lock. */
const lockWait = '500ms';

export type Partition = KeyRange & { name: string };

/** Leaves out the default partition. `from` is empty without a lower bound. */
export async function selectPartitions(db: Tx, { name }: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = ${name}::regclass ORDER BY c.relname`.execute(db);
  return rows.flatMap(({ name, bounds }) => {
    const [, from = '', to] = /^FOR VALUES FROM \((?:MINVALUE|'(.*)')\) TO \('(.*)'\)$/.exec(bounds) ?? [];
    return to === undefined ? [] : [{ name, from, to }];
  });
}

/** PostgreSQL creates no partition for a range with rows in the default one. */
export async function hasStrays(db: Tx, { name, key }: PartitionedTable, { from, to }: KeyRange): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM ${sql.table(restOf(name))} WHERE ${sql.ref(key)} >= ${from} AND ${sql.ref(key)} < ${to} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function createPartition(
  db: Tx,
  { name, fillfactor = 100 }: PartitionedTable,
  partition: Partition,
): Promise<void> {
  await limitLockWait(db);
  await sql`
    CREATE TABLE ${sql.table(partition.name)} PARTITION OF ${sql.table(name)}
      FOR VALUES FROM (${sql.lit(partition.from)}) TO (${sql.lit(partition.to)})
      WITH (fillfactor = ${sql.lit(fillfactor)})`.execute(db);
}

/** Small indexes keep these quick, because the partition is locked meanwhile. */
const outliving: Readonly<
  Record<NonNullable<PartitionedTable['outliving']>, (range: KeyRange) => RawBuilder<unknown>>
> = {
  neededEvents: ({ from, to }) => sql`
    SELECT event_id FROM open_deliveries WHERE event_id >= ${from} AND event_id < ${to}`,
  neededDeliveries: ({ from, to }) => sql`
    SELECT delivery_id FROM open_deliveries WHERE delivery_id >= ${from} AND delivery_id < ${to}
    UNION SELECT id FROM webhook_deliveries WHERE is_kept_longer AND id >= ${from} AND id < ${to}`,
};

/** Moves rows that must outlive the partition to the default one, where they are deleted one by one. */
export async function dropPartition(db: Tx, table: PartitionedTable, partition: Partition): Promise<void> {
  const [parent, name] = [sql.table(table.name), sql.table(partition.name)];
  await limitLockWait(db);
  await sql`LOCK TABLE ${parent} IN ACCESS EXCLUSIVE MODE`.execute(db);
  if (table.outliving === undefined) {
    await sql`DROP TABLE ${name}`.execute(db);
    return;
  }
  await sql`
    CREATE TEMPORARY TABLE outliving AS
    SELECT * FROM ${name} WHERE ${sql.ref(table.key)} = ANY(ARRAY(${outliving[table.outliving](partition)}))`.execute(
    db,
  );
  await sql`DROP TABLE ${name}`.execute(db);
  await sql`INSERT INTO ${parent} SELECT * FROM outliving`.execute(db);
  // The next partition of the same transaction needs the name.
  await sql`DROP TABLE outliving`.execute(db);
}

async function limitLockWait(db: Tx): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${lockWait}, true)`.execute(db);
}
