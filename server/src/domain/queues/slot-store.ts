import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { createStatement } from '../../db/create-statement.ts';
import type { Scope } from '../context.ts';
import type { FullNote } from './queue.ts';

type SlotQuery = { queueId: string; slots: readonly Date[] };

export async function selectOccupied(db: Db | Tx, scope: Scope, { queueId, slots }: SlotQuery): Promise<Set<number>> {
  const { rows } = await sql<{ scheduledFor: Date }>`
    SELECT scheduled_for FROM posts
     WHERE (owner_id = ${scope.ownerId}) IS TRUE AND queue_id = ${queueId}
       AND scheduled_for = ANY(${listed(slots)}::timestamptz[])
       AND status IN ('scheduled', 'queued', 'publishing')`.execute(db);
  return new Set(rows.map((row) => row.scheduledFor.getTime()));
}

type FirstSlot = { slotAt: Date | null; takenCount: number };

/** See migration 0039. */
export async function claimFirst(db: Tx, scope: Scope, { queueId, slots }: SlotQuery): Promise<FirstSlot> {
  const claim = callClaim(db, { ownerId: scope.ownerId, queueId, slots: listed(slots) });
  const [first] = (await db.executeQuery(claim)).rows;
  return first ?? { slotAt: null, takenCount: 0 };
}

const callClaim = createStatement<{ ownerId: string; queueId: string; slots: string }, FirstSlot>(
  ({ ownerId, queueId, slots }) =>
    sql`SELECT slot_at, taken_count FROM herald_claim_slot(${ownerId}, ${queueId}, ${slots}::timestamptz[])`,
);

/** The driver takes ten times as long to write an array. */
function listed(slots: readonly Date[]): string {
  return `{${slots.map((slot) => slot.toISOString()).join(',')}}`;
}

/**
 * Does nothing if a slot was freed since the taken ones were read, or while somebody else changes the row. Does not wait for
 * the disk, because nothing relies on it.
 */
export async function raiseFullUntilRow(db: Db, scope: Scope, note: FullNote): Promise<void> {
  await db.executeQuery(raise(db, { ...note, ownerId: scope.ownerId }));
}

const raise = createStatement<FullNote & { ownerId: string }>(
  ({ ownerId, queueId, fullUntil, freedCount }) => sql`
    WITH lazily AS (SELECT set_config('synchronous_commit', 'off', true)), raisable AS MATERIALIZED (
      SELECT id FROM queues
       WHERE owner_id = ${ownerId} AND id = ${queueId} AND freed_count = ${freedCount}
         AND (full_until IS NULL OR full_until < ${fullUntil})
         FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE queues q SET full_until = ${fullUntil} FROM raisable, lazily
     WHERE q.owner_id = ${ownerId} AND q.id = raisable.id`,
);

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
