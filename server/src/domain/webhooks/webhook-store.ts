import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { seesSomeProfiles } from '../../db/visibility.ts';
import type { WebhookEndpointRow } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

/** `now` is the database time of the read. */
export type StoredWebhook = WebhookEndpointRow & { profileIds: string[]; now: Date };

export async function selectWebhooks(db: Db | Tx, scope: Scope, id?: string): Promise<StoredWebhook[]> {
  const { rows } = await sql<StoredWebhook>`
    SELECT e.*, herald_now() AS now, p.profile_ids
      FROM webhook_endpoints e
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(ep.profile_id ORDER BY ep.profile_id), '{}') AS profile_ids
         FROM webhook_endpoint_profiles ep
        WHERE ep.owner_id = e.owner_id AND ep.endpoint_id = e.id) p
     WHERE e.owner_id = ${scope.ownerId} AND (${id ?? null}::text IS NULL OR e.id = ${id ?? null})
       AND (${scope.profiles === 'all'} OR e.profile_access = 'selected_profiles')
       AND ${seesSomeProfiles(scope.profiles, 'p.profile_ids')}
     ORDER BY e.created_at DESC, e.id DESC`.execute(db);
  return rows;
}

export async function lockWebhook(db: Tx, scope: Scope, id: string): Promise<void> {
  await db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

export async function countWebhooks(db: Tx, scope: Scope): Promise<number> {
  const { count } = await db
    .selectFrom('webhookEndpoints')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ownerId', '=', scope.ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(db: Tx, row: WebhookEndpointRow): Promise<void> {
  await db.insertInto('webhookEndpoints').values(row).execute();
}

export async function updateWebhookRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: Partial<WebhookEndpointRow> },
): Promise<void> {
  await db
    .updateTable('webhookEndpoints')
    .set(changes)
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .execute();
}

/** Violated if a profile is deleted after the check; repeat the transaction then. */
export const profileLinkKey = 'webhook_endpoint_profiles_profile_fkey';

/** The foreign key's lock prevents the deletion of a profile before the commit. */
export async function replaceProfiles(
  db: Tx,
  scope: Scope,
  { id, profileIds }: { id: string; profileIds: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('webhookEndpointProfiles')
    .where('ownerId', '=', scope.ownerId)
    .where('endpointId', '=', id)
    .execute();
  if (profileIds.length === 0) return;
  const links = [...new Set(profileIds)].map((profileId) => ({
    ownerId: scope.ownerId,
    endpointId: id,
    profileId,
  }));
  await db.insertInto('webhookEndpointProfiles').values(links).execute();
}

export async function deleteWebhookRow(db: Tx, scope: Scope, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('webhookEndpoints')
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
