import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { sendLater } from '../../../db/send-later.ts';
import { seesProfiles } from '../../../db/visibility.ts';
import { releaseLease } from '../../../db/lease.ts';
import type { EventRow, OpenDeliveryRow, WebhookAttemptRow, WebhookDeliveryRow } from '../../../db/rows.ts';
import type { Scope } from '../../context.ts';
import { deliveriesListedMax } from '../limits.ts';

type NewDeliveries = { event: EventRow; createdAt: Date; deliveries: readonly { id: string; endpointId: string }[] };

export async function insertDeliveries(db: Tx, { event, createdAt, deliveries }: NewDeliveries): Promise<void> {
  const ids = deliveries.map((one) => one.id);
  const endpointIds = deliveries.map((one) => one.endpointId);
  await addToLogAndQueue(sql`
    SELECT id, endpoint_id, ${event.ownerId}, ${event.id}, ${event.type}, ${event.resourceId},
           ${event.createdAt}::timestamptz, ${createdAt}::timestamptz
      FROM unnest(${ids}::text[], ${endpointIds}::text[]) AS new (id, endpoint_id)`).execute(db);
}

/** `next_attempt_at` uses the database clock, which decides what is due. */
function addToLogAndQueue(rows: RawBuilder<unknown>): RawBuilder<{ endpointId: string }> {
  return sql<{ endpointId: string }>`
    WITH added AS (
      INSERT INTO webhook_deliveries
        (id, endpoint_id, owner_id, event_id, event_type, resource_id, event_created_at, created_at,
         status, attempt_count)
      SELECT new.*, 'pending', 0 FROM (${rows}) new
      RETURNING id, endpoint_id, owner_id, event_id
    )
    INSERT INTO open_deliveries (delivery_id, endpoint_id, owner_id, event_id, run_attempt_count, next_attempt_at)
    SELECT added.*, 0, herald_now() FROM added
    RETURNING endpoint_id`;
}

type Routed = { ownerId: string; routed: string; createdAt: Date };

/** Derives IDs from event and endpoint, so that one statement finds the endpoints and inserts the rows. */
const insertRouted = createStatement<Routed, { endpointId: string }>(({ ownerId, routed, createdAt }) =>
  addToLogAndQueue(sql`
    SELECT 'whd_' || substr(v.id, 5, 9) || left(encode(sha256(convert_to(v.id || ' ' || e.id, 'UTF8')), 'hex'), 15),
           e.id, e.owner_id, v.id, v.type, v.resource_id, v.created_at, ${createdAt}::timestamptz
      FROM jsonb_to_recordset(${routed}::jsonb)
           AS v (id text, type text, resource_id text, profile_ids text[], created_at timestamptz)
      JOIN webhook_endpoints e ON v.type = ANY(e.events)
     WHERE e.owner_id = ${ownerId} AND e.is_active
       AND (e.profile_access = 'all_profiles'
            OR (cardinality(v.profile_ids) > 0
                AND v.profile_ids <@ ARRAY(SELECT ep.profile_id FROM webhook_endpoint_profiles ep
                                            WHERE ep.owner_id = e.owner_id AND ep.endpoint_id = e.id)))
     ORDER BY v.id, e.id`),
);

type Subscribed = { events: readonly EventRow[]; createdAt: Date; onEndpoints(ids: readonly string[]): void };

/** Passes the events as JSON, because PostgreSQL plans a statement with arrays for their lengths each time. */
export function insertSubscribedDeliveries(
  db: Tx,
  { ownerId }: Scope,
  { events, createdAt, onEndpoints }: Subscribed,
): void {
  const routed = events.map(({ id, type, resourceId, profileIds, createdAt: eventCreatedAt }) => {
    return { id, type, resource_id: resourceId, profile_ids: profileIds, created_at: eventCreatedAt };
  });
  const insert = insertRouted(db, { ownerId, routed: JSON.stringify(routed), createdAt });
  sendLater(db, insert, (rows) => onEndpoints(rows.map((row) => row.endpointId)));
}

/** Keeps claimed rows in the queue without a next attempt, because the one in flight may still succeed. */
export async function endOpenDeliveries(
  db: Tx,
  scope: Scope,
  { webhookId, because }: { webhookId: string; because: string },
): Promise<void> {
  await sql`
    WITH ended AS (
      UPDATE open_deliveries SET next_attempt_at = NULL
       WHERE owner_id = ${scope.ownerId} AND endpoint_id = ${webhookId} AND next_attempt_at IS NOT NULL
      RETURNING delivery_id
    )
    UPDATE webhook_deliveries SET status = 'failed', last_error_code = ${because}
     WHERE owner_id = ${scope.ownerId} AND id = ANY(ARRAY(SELECT delivery_id FROM ended))`.execute(db);
}

/** Hides old deliveries until a batch deletes them, some days later. */
const isKept = sql`(coalesce(d.last_attempt_at, d.created_at) > herald_now() - interval '30 days'
                    OR d.status IN ('pending', 'retrying'))`;

type Filter = {
  webhookId: string | null;
  event: string | null;
  status: string | null;
  from: Date | null;
  to: Date | null;
};

/** A key limited to profiles sees no deliveries of deleted endpoints. */
function seesDelivery(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(${scope.profiles === 'all'} OR EXISTS (
    SELECT 1 FROM webhook_endpoints e
     CROSS JOIN LATERAL (
       SELECT array_agg(ep.profile_id) AS ids FROM webhook_endpoint_profiles ep
        WHERE ep.owner_id = e.owner_id AND ep.endpoint_id = e.id) p
     WHERE e.owner_id = d.owner_id AND e.id = d.endpoint_id
       AND e.profile_access = 'selected_profiles' AND ${seesProfiles(scope.profiles, 'p.ids')}))`;
}

function matching(scope: Scope, filter: Filter) {
  return sql`
    SELECT d.* FROM webhook_deliveries d
     WHERE d.owner_id = ${scope.ownerId} AND ${isKept}
       AND (${filter.webhookId}::text IS NULL OR d.endpoint_id = ${filter.webhookId})
       AND (${filter.event}::text IS NULL OR d.event_type = ${filter.event})
       AND (${filter.status}::text IS NULL OR d.status = ${filter.status})
       AND (${filter.from}::timestamptz IS NULL OR d.created_at >= ${filter.from})
       AND (${filter.to}::timestamptz IS NULL OR d.created_at <= ${filter.to})
       AND ${seesDelivery(scope)}
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${deliveriesListedMax}`;
}

export type ListedDelivery = WebhookDeliveryRow & Pick<OpenDeliveryRow, 'nextAttemptAt'>;

type Page = { rows: ListedDelivery[]; total: number };

export async function selectDeliveries(
  db: Db,
  scope: Scope,
  { filter, page, limit }: { filter: Filter; page: number; limit: number },
): Promise<Page> {
  const newest = matching(scope, filter);
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (${newest}) d WHERE d.owner_id = ${scope.ownerId}`.execute(db);
  const { rows } = await sql<ListedDelivery>`
    SELECT d.*, o.next_attempt_at FROM (${newest}) d
      LEFT JOIN open_deliveries o ON o.owner_id = d.owner_id AND o.delivery_id = d.id
     ORDER BY d.created_at DESC, d.id DESC
     LIMIT ${limit} OFFSET ${(page - 1) * limit}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function hasDeliveriesOf(db: Db, scope: Scope, webhookId: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('ownerId', '=', scope.ownerId)
    .where('endpointId', '=', webhookId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type StoredDeliveryDetail = ListedDelivery & { url: string | null; body: Buffer | null };

export async function findDeliveryDetail(db: Db, scope: Scope, id: string): Promise<StoredDeliveryDetail | undefined> {
  const { rows } = await sql<StoredDeliveryDetail>`
    SELECT d.*, o.next_attempt_at, w.url, v.body FROM webhook_deliveries d
      LEFT JOIN open_deliveries o ON o.owner_id = d.owner_id AND o.delivery_id = d.id
      LEFT JOIN webhook_endpoints w ON w.owner_id = d.owner_id AND w.id = d.endpoint_id
      LEFT JOIN events v ON v.owner_id = d.owner_id AND v.id = d.event_id
     WHERE d.owner_id = ${scope.ownerId} AND d.id = ${id} AND ${isKept} AND ${seesDelivery(scope)}`.execute(db);
  return rows[0];
}

export async function selectAttempts(
  db: Db,
  scope: Scope,
  { deliveryId, limit }: { deliveryId: string; limit: number },
): Promise<WebhookAttemptRow[]> {
  return db
    .selectFrom('webhookAttempts')
    .selectAll()
    .where('ownerId', '=', scope.ownerId)
    .where('deliveryId', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

export type StoredDelivery = ListedDelivery & { isExpired: boolean };

export async function findDelivery(db: Tx, scope: Scope, id: string): Promise<StoredDelivery | undefined> {
  const { rows } = await sql<StoredDelivery>`
    SELECT d.*, o.next_attempt_at, d.event_created_at <= herald_now() - interval '30 days' AS is_expired
      FROM webhook_deliveries d
      LEFT JOIN open_deliveries o ON o.owner_id = d.owner_id AND o.delivery_id = d.id
     WHERE d.owner_id = ${scope.ownerId} AND d.id = ${id} AND ${isKept}`.execute(db);
  return rows[0];
}

/** Lets only one of two concurrent calls start a run, and none while one is in progress. */
export async function beginRun(db: Tx, scope: Scope, id: string): Promise<ListedDelivery | undefined> {
  const { rows } = await sql<ListedDelivery>`
    WITH begun AS (
      INSERT INTO open_deliveries AS o (delivery_id, endpoint_id, owner_id, event_id, run_attempt_count, next_attempt_at)
      SELECT id, endpoint_id, owner_id, event_id, 0, herald_now() FROM webhook_deliveries
       WHERE owner_id = ${scope.ownerId} AND id = ${id}
      ON CONFLICT (delivery_id) DO UPDATE
         SET next_attempt_at = excluded.next_attempt_at, run_attempt_count = 0, ${releaseLease()}
       WHERE o.next_attempt_at IS NULL
      RETURNING o.delivery_id, o.next_attempt_at
    )
    UPDATE webhook_deliveries d SET status = 'pending', delivered_at = NULL, is_kept_longer = true FROM begun
     WHERE d.owner_id = ${scope.ownerId} AND d.id = begun.delivery_id
    RETURNING d.*, begun.next_attempt_at`.execute(db);
  return rows[0];
}
