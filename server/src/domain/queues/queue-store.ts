import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { QueueRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import type { Selected, StoredQueue } from './queue.ts';

const now = sql<Date>`herald_now()`.as('now');

/** Oldest first. */
export function selectQueues(db: Db | Tx, scope: Scope, profileId: string): Promise<StoredQueue[]> {
  return db
    .selectFrom('queues')
    .selectAll()
    .select(now)
    .where('owner_id', '=', scope.ownerId)
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The queue named, else the default one of the profile. */
export function findQueue(
  db: Db | Tx,
  scope: Scope,
  { profileId, queueId }: Selected,
): Promise<StoredQueue | undefined> {
  const ofProfile = db
    .selectFrom('queues')
    .selectAll()
    .select(now)
    .where('owner_id', '=', scope.ownerId)
    .where('profile_id', '=', profileId);
  return (
    queueId === undefined ? ofProfile.where('is_default', '=', true) : ofProfile.where('id', '=', queueId)
  ).executeTakeFirst();
}

/**
 * For a claim: waits for whoever is changing the schedule, and for nobody else; the schedule then stays until the
 * commit. An advisory lock, because a row lock lets new readers pass whoever waits to write, for ever.
 */
export async function holdQueue(db: Tx, scope: Scope, id: string): Promise<StoredQueue | undefined> {
  await sql`SELECT pg_advisory_xact_lock_shared(${lockKey(scope, id)})`.execute(db);
  // A statement of its own, which sees what changed while the first one waited.
  return db
    .selectFrom('queues')
    .selectAll()
    .select(now)
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

/**
 * For a change: waits until every claim under way has ended, and keeps new ones waiting until the commit. The row itself
 * is not locked: whoever takes a post out of a slot holds the post and then wants the row, so rows of posts come first.
 */
export async function lockQueue(db: Tx, scope: Scope, id: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey(scope, id)})`.execute(db);
}

function lockKey(scope: Scope, id: string): RawBuilder<unknown> {
  return sql`hashtextextended(concat_ws(' ', ${scope.ownerId}::text, ${id}::text), 0)`;
}

export async function insertQueue(db: Tx, row: QueueRow): Promise<void> {
  await db
    .insertInto('queues')
    .values({ ...row, slots: JSON.stringify(row.slots) })
    .execute();
}

type Changes = Pick<
  QueueRow,
  'name' | 'description' | 'timezone' | 'slots' | 'is_active' | 'is_default' | 'updated_at'
>;

export async function updateQueueRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: Changes },
): Promise<void> {
  await db
    .updateTable('queues')
    .set({ ...changes, slots: JSON.stringify(changes.slots) })
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .execute();
}

export async function clearDefaultQueue(db: Tx, scope: Scope, profileId: string): Promise<void> {
  await db
    .updateTable('queues')
    .set({ is_default: false })
    .where('owner_id', '=', scope.ownerId)
    .where('profile_id', '=', profileId)
    .where('is_default', '=', true)
    .execute();
}

/** Gives the oldest queue of a profile the flag, when none has it. */
export async function promoteOldest(db: Tx, scope: Scope, profileId: string): Promise<void> {
  await sql`
    UPDATE queues SET is_default = true
     WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId}
       AND id = (SELECT id FROM queues WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId}
                  ORDER BY created_at, id LIMIT 1)
       AND NOT EXISTS (SELECT 1 FROM queues
                        WHERE owner_id = ${scope.ownerId} AND profile_id = ${profileId} AND is_default)`.execute(db);
}

/** Posts keep their times. Before their queues are deleted, so that the rows of posts are locked first here too. */
export async function unlinkPosts(db: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE posts SET queue_id = NULL
     WHERE owner_id = ${scope.ownerId} AND queue_id = ANY(${ids}::text[])`.execute(db);
}

export async function deleteQueueRows(db: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM queues WHERE owner_id = ${scope.ownerId} AND id = ANY(${ids}::text[])`.execute(db);
}
