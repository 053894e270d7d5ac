import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { WebhookEndpointRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

/** The row, its profiles, and the instant of the database at which it was read. */
export type StoredWebhook = WebhookEndpointRow & { profile_ids: string[]; now: Date };

/** All endpoints the key may see, or the one given; newest first. */
export async function selectWebhooks(db: Db | Tx, scope: Scope, id?: string): Promise<StoredWebhook[]> {
  const visible = scope.profiles === 'all' ? null : [...scope.profiles];
  const { rows } = await sql<StoredWebhook>`
    SELECT e.*, herald_now() AS now, p.profile_ids
      FROM webhook_endpoints e
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(ep.profile_id ORDER BY ep.profile_id), '{}') AS profile_ids
         FROM webhook_endpoint_profiles ep
        WHERE ep.owner_id = e.owner_id AND ep.endpoint_id = e.id) p
     WHERE e.owner_id = ${scope.ownerId} AND (${id ?? null}::text IS NULL OR e.id = ${id ?? null})
       AND (${visible}::text[] IS NULL
            OR (e.profile_access = 'selected_profiles' AND p.profile_ids <> '{}' AND p.profile_ids <@ ${visible}))
     ORDER BY e.created_at DESC, e.id DESC`.execute(db);
  return rows;
}

export async function lockWebhook(db: Tx, scope: Scope, id: string): Promise<void> {
  await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

export async function countWebhooks(db: Tx, scope: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', scope.ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(db: Tx, row: WebhookEndpointRow): Promise<void> {
  await db.insertInto('webhook_endpoints').values(row).execute();
}

export async function updateWebhookRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: Partial<WebhookEndpointRow> },
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .execute();
}

/** Violated when a profile is deleted between the look at it and the write: look again. */
export const profileLinkKey = 'webhook_endpoint_profiles_profile_fkey';

/** Replaces the list; the key share lock of the foreign key keeps each profile until the commit. */
export async function replaceProfiles(
  db: Tx,
  scope: Scope,
  { id, profileIds }: { id: string; profileIds: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('webhook_endpoint_profiles')
    .where('owner_id', '=', scope.ownerId)
    .where('endpoint_id', '=', id)
    .execute();
  if (profileIds.length === 0) return;
  const links = [...new Set(profileIds)].map((profileId) => ({
    owner_id: scope.ownerId,
    endpoint_id: id,
    profile_id: profileId,
  }));
  await db.insertInto('webhook_endpoint_profiles').values(links).execute();
}

export async function deleteWebhookRow(db: Tx, scope: Scope, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('webhook_endpoints')
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

type Routed = { type: string; profileIds: readonly string[] };

/** Who gets an event: active, subscribed, and for all profiles or for every one the event concerns. */
export async function selectSubscribers(db: Tx, scope: Scope, event: Routed): Promise<string[]> {
  const ids = [...event.profileIds];
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM webhook_endpoints e
     WHERE e.owner_id = ${scope.ownerId} AND e.is_active AND ${event.type} = ANY(e.events)
       AND (e.profile_access = 'all_profiles'
            OR (cardinality(${ids}::text[]) > 0
                AND ${ids}::text[] <@ ARRAY(SELECT ep.profile_id FROM webhook_endpoint_profiles ep
                                             WHERE ep.owner_id = e.owner_id AND ep.endpoint_id = e.id)))
     ORDER BY e.id`.execute(db);
  return rows.map((row) => row.id);
}
