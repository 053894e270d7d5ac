import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';
import type { FullNote } from './queue.ts';

type SlotQuery = { queueId: string; slots: readonly Date[] };

export async function selectOccupied(db: Db | Tx, scope: Scope, { queueId, slots }: SlotQuery): Promise<Set<number>> {
  const { rows } = await sql<{ scheduledFor: Date }>`
    SELECT scheduled_for FROM posts
     WHERE owner_id = ${scope.ownerId} AND queue_id = ${queueId} AND scheduled_for = ANY(${slots}::timestamptz[])
       AND status IN ('scheduled', 'queued', 'publishing')`.execute(db);
  return new Set(rows.map((row) => row.scheduledFor.getTime()));
}

/** Locks the first slot that no other transaction is claiming. `LIMIT` ensures that only one lock is taken. */
export async function lockFirst(db: Tx, scope: Scope, { queueId, slots }: SlotQuery): Promise<Date | undefined> {
  const { rows } = await sql<{ slotAt: Date }>`
    SELECT slot_at FROM unnest(${slots}::timestamptz[]) AS slot_at
     WHERE pg_try_advisory_xact_lock(
             hashtextextended(concat_ws(' ', ${scope.ownerId}::text, ${queueId}::text, extract(epoch FROM slot_at)), 0))
     LIMIT 1`.execute(db);
  return rows[0]?.slotAt;
}

/** Does nothing if a slot was freed since the taken ones were read. */
export async function raiseFullUntilRow(db: Db, scope: Scope, note: FullNote): Promise<void> {
  await sql`
    UPDATE queues SET full_until = ${note.fullUntil}
     WHERE owner_id = ${scope.ownerId} AND id = ${note.queueId} AND freed_count = ${note.freedCount}
       AND (full_until IS NULL OR full_until < ${note.fullUntil})`.execute(db);
}

/** Without `slotAt`, all slots count as freed. */
export async function lowerFullUntil(
  db: Tx,
  scope: Scope,
  { queueId, slotAt }: { queueId: string; slotAt: Date | null },
): Promise<void> {
  await sql`
    UPDATE queues SET freed_count = freed_count + 1,
                      full_until = CASE WHEN full_until >= ${slotAt} THEN ${slotAt}::timestamptz - interval '1 millisecond'
                                        WHEN ${slotAt}::timestamptz IS NOT NULL THEN full_until END
     WHERE owner_id = ${scope.ownerId} AND id = ${queueId}`.execute(db);
}
