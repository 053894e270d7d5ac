import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { keptPlans, relaxedCommit } from '../../../db/kept-plans.ts';
import { isFree, leaseTo, releaseLease } from '../../../db/lease.ts';
import { readLater, sendLater } from '../../../db/send-later.ts';
import type { WebhookEndpointRow } from '../../../db/rows.ts';
import type { DeliveryErrorCode } from '../../../schemas/webhook.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

// The engine works for all owners. Owners are compared, so that no event can be sent to another owner's endpoint.

/** The recursion skips from endpoint to endpoint along the index. */
export async function selectDueEndpoints(db: Db): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    WITH RECURSIVE open AS (
      (SELECT endpoint_id FROM open_deliveries WHERE next_attempt_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (SELECT o.endpoint_id FROM open_deliveries o
               WHERE o.next_attempt_at IS NOT NULL AND o.endpoint_id > open.endpoint_id
               ORDER BY o.endpoint_id LIMIT 1)
        FROM open WHERE open.endpoint_id IS NOT NULL
    )
    SELECT due.endpoint_id AS id, due.owner_id AS "ownerId" FROM open
     CROSS JOIN LATERAL (
       SELECT o.endpoint_id, o.owner_id FROM open_deliveries o
        WHERE o.endpoint_id = open.endpoint_id AND o.next_attempt_at <= herald_now()
          AND ${isFree('o')}
        ORDER BY o.next_attempt_at LIMIT 1) due`.execute(db);
  return rows;
}

export async function countOpenDeliveries(db: Db, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM open_deliveries WHERE next_attempt_at IS NOT NULL
       ORDER BY endpoint_id, next_attempt_at LIMIT ${countMax}) open`.execute(db);
  return rows[0]?.count ?? 0;
}

type Claim = {
  grants: ReadonlyMap<string, number>;
  token: string;
  leaseMs: number;
  claimedAtMs: number;
  requestedAt: Date;
};

/** The commit does not wait for the disk: after a crash, a row whose claim was lost is claimed again. */
export async function claimDeliveries(db: Tx, claim: Claim): Promise<ClaimedDelivery[]> {
  const { grants, token, leaseMs } = claim;
  const endpointIds = [...grants.keys()];
  // In the round trip of the claim. A join would read all columns once per delivery.
  const readEndpoints = readLater(db, selectEndpoints(db, { endpointIds }));
  sendLater(db, prepareClaim(db, {}));
  const { rows } = await db.executeQuery(claimDue(db, { endpointIds, counts: [...grants.values()], token, leaseMs }));
  const endpoints = new Map(readEndpoints().map((endpoint) => [endpoint.id, endpoint]));
  return rows.map((row) => toClaimed(row, endpoints.get(row.endpointId), claim));
}

const prepareClaim = createStatement(() => sql`SELECT ${keptPlans}, ${relaxedCommit}`);

const selectEndpoints = createStatement<Pick<ClaimValues, 'endpointIds'>, WebhookEndpointRow>(
  ({ endpointIds }) => sql`SELECT * FROM webhook_endpoints e WHERE e.id = ANY(${endpointIds}::text[])`,
);

type ClaimValues = { endpointIds: readonly string[]; counts: readonly number[]; token: string; leaseMs: number };

const claimDue = createStatement<ClaimValues, RawClaim>(
  ({ endpointIds, counts, token, leaseMs }) => sql`
    WITH picked AS MATERIALIZED (
      SELECT due.delivery_id
        FROM unnest(${endpointIds}::text[], ${counts}::int[]) AS granted (endpoint_id, slots)
       CROSS JOIN LATERAL (
         SELECT o.delivery_id FROM open_deliveries o
          WHERE o.endpoint_id = granted.endpoint_id AND o.next_attempt_at <= herald_now()
            AND ${isFree('o')}
          ORDER BY o.next_attempt_at LIMIT granted.slots
          FOR UPDATE SKIP LOCKED) due
    ), claimed AS (
      UPDATE open_deliveries o
         SET ${leaseTo(token, leaseMs)}
       -- An array, not a join: the planner takes a join for large and reads the whole table.
       WHERE o.delivery_id = ANY(ARRAY(SELECT picked.delivery_id FROM picked))
      RETURNING o.delivery_id, o.owner_id, o.endpoint_id, o.event_id, o.run_attempt_count
    )
    SELECT c.delivery_id AS id, c.owner_id, c.endpoint_id, c.event_id, c.run_attempt_count, herald_now() AS claimed_at,
           v.type AS event_type, v.body
      FROM claimed c
      -- OFFSET keeps the planner from reading all events, which costs nothing while the table is empty.
      LEFT JOIN LATERAL (
        SELECT v.type, v.body FROM events v WHERE v.owner_id = c.owner_id AND v.id = c.event_id OFFSET 0) v ON true`,
);

type RawClaim = Pick<ClaimedDelivery, 'id' | 'ownerId' | 'endpointId' | 'eventId' | 'runAttemptCount'> & {
  claimedAt: Date;
} & ({ eventType: string; body: Buffer } | { eventType: null; body: null });

function toClaimed(
  { claimedAt, eventType, body, ...row }: RawClaim,
  endpoint: WebhookEndpointRow | undefined,
  { token, claimedAtMs, requestedAt }: Claim,
): ClaimedDelivery {
  return {
    ...row,
    event: body === null ? null : { type: eventType, body },
    claimToken: token,
    claimedAtMs,
    databaseAheadMs: claimedAt.getTime() - requestedAt.getTime(),
    endpoint: endpoint?.ownerId === row.ownerId ? endpoint : null,
  };
}

/** Spares other workers the wait for the lease to end. */
export async function releaseDeliveries(db: Db, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await sql`
    UPDATE open_deliveries o SET ${releaseLease()}
      FROM unnest(${claimed.map((one) => one.id)}::text[], ${claimed.map((one) => one.claimToken)}::text[])
           AS claim (id, token)
     WHERE o.delivery_id = ANY(${claimed.map((one) => one.id)}::text[])
       AND o.delivery_id = claim.id AND o.claim_token = claim.token`.execute(db);
}

/** Without `attemptedAt` nothing was sent. */
export type Settlement = {
  id: string;
  claimToken: string;
  status: 'delivered' | 'retrying' | 'failed';
  waitMs: number | null;
  errorCode: DeliveryErrorCode | null;
  httpStatus: number | null;
  durationMs: number | null;
  attemptedAt: Date | null;
  responseExcerpt: string | null;
  isEndpointCurrent: boolean;
};

/**
 * Returns whether each endpoint is active. Locks endpoints before deliveries, as disabling and deleting do, to prevent
 * deadlocks.
 */
export async function lockEndpoints(db: Tx, deliveryIds: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ id: string; isActive: boolean }>`
    SELECT e.id, e.is_active FROM webhook_endpoints e
     WHERE e.id IN (SELECT o.endpoint_id FROM open_deliveries o WHERE o.delivery_id = ANY(${[...deliveryIds]}::text[]))
     ORDER BY e.id FOR NO KEY UPDATE`.execute(db);
  return new Map(rows.map((row) => [row.id, row.isActive]));
}

export type Settled = { id: string; endpointId: string; ownerId: string };

/** `attempt` counts within the run; 0 when nothing was sent. */
export type SettledDelivery = Settled & { status: string; attempt: number };

/**
 * A delivery that was ended meanwhile, because its endpoint was disabled, still becomes `delivered` if its attempt succeeded.
 */
export async function settleDeliveries(db: Db | Tx, settlements: readonly Settlement[]): Promise<SettledDelivery[]> {
  const values: SettleValues = {
    ids: settlements.map((one) => one.id),
    claimTokens: settlements.map((one) => one.claimToken),
    statuses: settlements.map((one) => one.status),
    waitsMs: settlements.map((one) => one.waitMs),
    errorCodes: settlements.map((one) => one.errorCode),
    httpStatuses: settlements.map((one) => one.httpStatus),
    durationsMs: settlements.map((one) => one.durationMs),
    attemptedAts: settlements.map((one) => one.attemptedAt),
    responseExcerpts: settlements.map((one) => one.responseExcerpt),
  };
  return (await db.executeQuery(settle(db, values))).rows;
}

type SettleValues = {
  ids: readonly string[];
  claimTokens: readonly string[];
  statuses: readonly string[];
  waitsMs: readonly (number | null)[];
  errorCodes: readonly (string | null)[];
  httpStatuses: readonly (number | null)[];
  durationsMs: readonly (number | null)[];
  attemptedAts: readonly (Date | null)[];
  responseExcerpts: readonly (string | null)[];
};

const settle = createStatement<SettleValues, SettledDelivery>(
  (values) => sql`
    WITH outcome AS (
      SELECT * FROM unnest(
        ${values.ids}::text[], ${values.claimTokens}::text[], ${values.statuses}::text[], ${values.waitsMs}::float8[],
        ${values.errorCodes}::text[], ${values.httpStatuses}::int[], ${values.durationsMs}::int[],
        ${values.attemptedAts}::timestamptz[], ${values.responseExcerpts}::text[]
      ) AS o (id, token, status, wait_ms, error_code, http_status, duration_ms, attempted_at, response_excerpt)
    ), held AS MATERIALIZED (
      SELECT o.delivery_id, o.next_attempt_at IS NOT NULL AS is_open, r.status = 'retrying' AS is_retrying, r.wait_ms,
             o.run_attempt_count + (r.attempted_at IS NOT NULL)::int AS run_attempt_count
        FROM outcome r JOIN open_deliveries o ON o.delivery_id = r.id
       WHERE o.delivery_id = ANY(${values.ids}::text[]) AND o.claim_token = r.token
         FOR UPDATE OF o
    ), closed AS (
      DELETE FROM open_deliveries
       WHERE delivery_id = ANY(ARRAY(SELECT delivery_id FROM held WHERE NOT (is_open AND is_retrying)))
    ), kept AS (
      UPDATE open_deliveries o
         SET next_attempt_at = herald_now() + h.wait_ms * interval '1 millisecond',
             run_attempt_count = h.run_attempt_count, ${releaseLease()}
        FROM held h
       WHERE o.delivery_id = ANY(ARRAY(SELECT delivery_id FROM held WHERE is_open AND is_retrying))
         AND o.delivery_id = h.delivery_id
    ), settled AS (
      UPDATE webhook_deliveries d
         SET status = CASE WHEN h.is_open OR o.status = 'delivered' THEN o.status ELSE d.status END,
             last_error_code = CASE WHEN h.is_open OR o.status = 'delivered' THEN o.error_code
                                    ELSE d.last_error_code END,
             attempt_count = d.attempt_count + (o.attempted_at IS NOT NULL)::int,
             last_http_status = CASE WHEN o.attempted_at IS NULL THEN d.last_http_status ELSE o.http_status END,
             last_duration_ms = coalesce(o.duration_ms, d.last_duration_ms),
             last_attempt_at = coalesce(o.attempted_at, d.last_attempt_at),
             delivered_at = CASE WHEN o.status = 'delivered' THEN o.attempted_at END,
             is_kept_longer = d.is_kept_longer OR coalesce(o.attempted_at > d.created_at + interval '2 days', false)
        FROM outcome o JOIN held h ON h.delivery_id = o.id
       WHERE d.id = ANY(${values.ids}::text[]) AND d.id = o.id
      RETURNING d.id, d.owner_id, d.endpoint_id, d.status, d.attempt_count, h.run_attempt_count,
                o.attempted_at, o.duration_ms, o.http_status, o.error_code, o.response_excerpt
    ), history AS (
      INSERT INTO webhook_attempts
        (owner_id, delivery_id, number, attempted_at, duration_ms, http_status, error_code, response_excerpt)
      SELECT owner_id, id, attempt_count, attempted_at, duration_ms, http_status, error_code, response_excerpt
        FROM settled WHERE attempted_at IS NOT NULL
    )
    SELECT id, endpoint_id AS "endpointId", owner_id AS "ownerId", status,
           CASE WHEN attempted_at IS NULL THEN 0 ELSE run_attempt_count END AS attempt FROM settled`,
);

export type EndpointChange = {
  id: string;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** Resets the count before `exhausted` is added. */
  hasDelivered: boolean;
  exhausted: number;
  isGone: boolean;
};

export type DisabledEndpoint = Settled & { reason: string };

export async function updateEndpoints(
  db: Tx,
  changes: readonly EndpointChange[],
  exhaustedMax: number,
): Promise<DisabledEndpoint[]> {
  const { rows } = await sql<DisabledEndpoint & { disabled: boolean }>`
    WITH change AS (
      SELECT * FROM unnest(
        ${changes.map((one) => one.id)}::text[], ${changes.map((one) => one.deliveredAt)}::timestamptz[],
        ${changes.map((one) => one.failedAt)}::timestamptz[], ${changes.map((one) => one.hasDelivered)}::boolean[],
        ${changes.map((one) => one.exhausted)}::int[], ${changes.map((one) => one.isGone)}::boolean[]
      ) AS c (id, delivered_at, failed_at, has_delivered, exhausted, is_gone)
    ), counted AS (
      SELECT c.*, CASE WHEN c.has_delivered THEN 0 ELSE e.consecutive_failures END + c.exhausted AS failures,
             e.is_active AS was_active
        FROM change c JOIN webhook_endpoints e ON e.id = c.id ORDER BY e.id FOR NO KEY UPDATE OF e
    )
    UPDATE webhook_endpoints e
       SET last_delivered_at = coalesce(c.delivered_at, e.last_delivered_at),
           last_failed_at = coalesce(c.failed_at, e.last_failed_at),
           consecutive_failures = c.failures,
           is_active = e.is_active AND NOT c.is_gone AND c.failures < ${exhaustedMax},
           disabled_reason = CASE WHEN NOT e.is_active THEN e.disabled_reason
                                  WHEN c.is_gone THEN 'gone'
                                  WHEN c.failures >= ${exhaustedMax} THEN 'auto_consecutive_failures' END
      FROM counted c WHERE e.id = c.id
    RETURNING e.id, e.id AS "endpointId", e.owner_id AS "ownerId",
              e.disabled_reason AS reason, c.was_active AND NOT e.is_active AS disabled`.execute(db);
  return rows.filter((row) => row.disabled);
}
