import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { createInsert } from '../../db/create-insert.ts';
import { sendLater } from '../../db/send-later.ts';
import { seesSomeProfiles } from '../../db/visibility.ts';
import type { EventRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

const insertOf = createInsert<EventRow>({
  table: 'events',
  columns: ['id', 'ownerId', 'type', 'resourceId', 'profileIds', 'body', 'isInFeed', 'feedPosition', 'createdAt'],
});

export function insertEvents(db: Tx, rows: readonly EventRow[]): void {
  if (rows.length > 0) sendLater(db, insertOf(rows));
}

/**
 * Returns how many events were placed. Locks the owner's feed, so that positions become visible in the order in which they are
 * assigned.
 */
export async function placeEvents(db: Tx, scope: Scope, limit: number): Promise<number> {
  await sql`
    INSERT INTO event_feeds (owner_id, last_position) VALUES (${scope.ownerId}, 0) ON CONFLICT DO NOTHING`.execute(db);
  await sql`SELECT 1 FROM event_feeds WHERE owner_id = ${scope.ownerId} FOR UPDATE`.execute(db);
  // A separate statement, so that its snapshot is taken after the lock and includes what another reader has assigned.
  const { rows } = await sql<{ placed: number }>`
    WITH unplaced AS (
      SELECT id, row_number() OVER (ORDER BY id) AS position
        FROM (SELECT id FROM events
               WHERE owner_id = ${scope.ownerId} AND is_in_feed AND feed_position IS NULL
               ORDER BY id LIMIT ${limit}) AS oldest
    ), feed AS (
      UPDATE event_feeds SET last_position = last_position + (SELECT count(*) FROM unplaced)
       WHERE owner_id = ${scope.ownerId} RETURNING last_position
    ), placed AS (
      UPDATE events e
         SET feed_position = feed.last_position - (SELECT count(*) FROM unplaced) + unplaced.position
        FROM unplaced, feed
       WHERE e.owner_id = ${scope.ownerId} AND e.id = unplaced.id
      RETURNING e.id
    ) SELECT count(*)::int AS placed FROM placed`.execute(db);
  return rows[0]?.placed ?? 0;
}

export async function hasUnplaced(db: Db, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM events
     WHERE owner_id = ${scope.ownerId} AND is_in_feed AND feed_position IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

type FeedPosition = { position: string; eventId: string };

/** False if the event has expired, or a restored backup does not have it. */
export async function isPlaced(db: Db, scope: Scope, feedPosition: FeedPosition): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM events
     WHERE owner_id = ${scope.ownerId} AND id = ${feedPosition.eventId} AND feed_position = ${feedPosition.position}
       AND created_at > herald_now() - interval '30 days'`.execute(db);
  return rows.length > 0;
}

type FeedQuery = { after: string; types: readonly string[] | null; limit: number };

/** A key limited to profiles must be able to see all profiles of an event. */
export async function selectFeed(db: Db, scope: Scope, query: FeedQuery): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT id, type, body, feed_position FROM events
     WHERE owner_id = ${scope.ownerId} AND feed_position > ${query.after}
       AND created_at > herald_now() - interval '30 days'
       AND (${query.types}::text[] IS NULL OR type = ANY(${query.types}))
       AND ${seesSomeProfiles(scope.profiles, 'profile_ids')}
     ORDER BY feed_position LIMIT ${query.limit}`.execute(db);
  return rows;
}
