import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { createStatement } from '../../db/create-statement.ts';
import { sendLater } from '../../db/send-later.ts';
import { encodeJson } from '../../db/sql.ts';
import type { QueueRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import type { Selected, StoredQueue } from './queue.ts';

const now = sql<Date>`herald_now()`.as('now');

export function selectQueues(db: Db | Tx, scope: Scope, profileId: string): Promise<StoredQueue[]> {
  return db
    .selectFrom('queues')
    .selectAll()
    .select(now)
    .where('ownerId', '=', scope.ownerId)
    .where('profileId', '=', profileId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function findQueue(
  db: Db | Tx,
  scope: Scope,
  { profileId, queueId }: Selected,
): Promise<StoredQueue | undefined> {
  return (await db.executeQuery(select(db, { ownerId: scope.ownerId, profileId, queueId }))).rows[0];
}

type SelectedQueue = Selected & { ownerId: string };

const select = createStatement<SelectedQueue, StoredQueue>(({ ownerId, profileId, queueId }) => {
  const named = queueId === undefined ? sql`is_default` : sql`id = ${queueId}`;
  return sql`
    SELECT *, herald_now() AS now FROM queues WHERE owner_id = ${ownerId} AND profile_id = ${profileId} AND ${named}`;
});

/**
 * Prevents changes of the schedule until the claim is committed; claims do not block each other. With row locks, a steady
 * stream of claims could keep a change waiting forever.
 */
export async function holdQueue(db: Tx, scope: Scope, id: string): Promise<StoredQueue | undefined> {
  const keys = { ownerId: scope.ownerId, id };
  // A separate statement sees changes that were committed while the first one waited.
  sendLater(db, lockShared(db, keys));
  return (await db.executeQuery(hold(db, keys))).rows[0];
}

type QueueKeys = { ownerId: string; id: string };

const lockShared = createStatement<QueueKeys>((keys) => sql`SELECT pg_advisory_xact_lock_shared(${lockKey(keys)})`);

const hold = createStatement<QueueKeys, StoredQueue>(
  ({ ownerId, id }) =>
    sql`SELECT *, herald_now() AS now FROM queues WHERE owner_id = ${ownerId} AND id = ${id} FOR KEY SHARE`,
);

/**
 * Waits for claims in progress and blocks new ones. Does not lock the queue's row: freeing a slot locks the post first and then
 * the queue, so the reverse order could deadlock.
 */
export async function lockQueue(db: Tx, scope: Scope, id: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey({ ownerId: scope.ownerId, id })})`.execute(db);
}

function lockKey({ ownerId, id }: QueueKeys): RawBuilder<unknown> {
  return sql`hashtextextended(concat_ws(' ', ${ownerId}::text, ${id}::text), 0)`;
}

export async function insertQueue(db: Tx, row: QueueRow): Promise<void> {
  await db
    .insertInto('queues')
    .values(encodeJson(row, ['slots']))
    .execute();
}

type Changes = Pick<QueueRow, 'name' | 'description' | 'timezone' | 'slots' | 'isActive' | 'isDefault' | 'updatedAt'>;

export async function updateQueueRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: Changes },
): Promise<void> {
  await db
    .updateTable('queues')
    .set(encodeJson(changes, ['slots']))
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .execute();
}

export async function clearDefaultQueue(db: Tx, scope: Scope, profileId: string): Promise<void> {
  await db
    .updateTable('queues')
    .set({ isDefault: false })
    .where('ownerId', '=', scope.ownerId)
    .where('profileId', '=', profileId)
    .where('isDefault', '=', true)
    .execute();
}

export async function promoteOldest(db: Tx, scope: Scope, profileId: string): Promise<void> {
  await sql`
    UPDATE queues SET is_default = true
     WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId}
       AND id = (SELECT id FROM queues WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId}
                  ORDER BY created_at, id LIMIT 1)
       AND NOT EXISTS (SELECT 1 FROM queues
                        WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId} AND is_default)`.execute(db);
}

/** Must run before the queues are deleted: posts are locked before queues everywhere. */
export async function unlinkPosts(db: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE posts SET queue_id = NULL
     WHERE owner_id = ${scope.ownerId} AND queue_id = ANY(${ids}::text[])`.execute(db);
}

export async function deleteQueueRows(db: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM queues WHERE owner_id = ${scope.ownerId} AND id = ANY(${ids}::text[])`.execute(db);
}
