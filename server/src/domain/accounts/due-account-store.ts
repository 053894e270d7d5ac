import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { fromNow } from '../../db/sql.ts';
import type { Scope } from '../context.ts';

// Sweeps claim rows of all owners.

const batch = 100;
const subscriptionBatch = 200;

export type DueColumn = 'followers_due_at' | 'external_posts_due_at' | 'inbox_poll_at';

type DueAccount = { id: string; ownerId: string };

/**
 * Claims accounts by moving their due time, spread over a tenth of the interval, so that accounts connected together do not
 * stay together. Accounts of platforms without an interval are never due again.
 */
export async function claimDue(
  db: Db,
  { column, intervalsMs }: { column: DueColumn; intervalsMs: ReadonlyMap<string, number> },
): Promise<DueAccount[]> {
  const seconds = JSON.stringify(Object.fromEntries([...intervalsMs].map(([platform, ms]) => [platform, ms / 1000])));
  const dueAt = sql.ref(column);
  const { rows } = await sql<DueAccount & { hasInterval: boolean }>`
    UPDATE accounts SET ${dueAt} = herald_now() + make_interval(
             secs => (${seconds}::jsonb ->> platform)::float8 * (0.95 + (hashtext(id) & 1023) / 10240.0))
     WHERE id = ANY(ARRAY(
       SELECT id FROM accounts WHERE ${dueAt} <= herald_now() AND status = 'connected'
        ORDER BY ${dueAt} LIMIT ${batch} FOR UPDATE SKIP LOCKED))
    RETURNING id, owner_id AS "ownerId", ${dueAt} IS NOT NULL AS "hasInterval"`.execute(db);
  return rows.filter(({ hasInterval }) => hasInterval);
}

export async function postponeDue(
  db: Tx,
  scope: Scope,
  { column, accountId, ms }: { column: DueColumn; accountId: string; ms: number },
): Promise<void> {
  await sql`
    UPDATE accounts SET ${sql.ref(column)} = ${fromNow(ms)}
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}`.execute(db);
}

export async function selectDueSubscriptions(db: Db): Promise<DueAccount[]> {
  const { rows } = await sql<DueAccount>`
    SELECT id, owner_id AS "ownerId" FROM accounts
     WHERE subscribe_at <= herald_now() AND status = 'connected'
     ORDER BY subscribe_at LIMIT ${subscriptionBatch}`.execute(db);
  return rows;
}
