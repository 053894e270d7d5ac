import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isFree, leaseTo, releaseLease } from '../../db/lease.ts';
import { fromNow } from '../../db/sql.ts';
import type { PlatformEventRow } from '../../db/inbox-rows.ts';

// Events belong to no owner; their effects are written in the scope of each owner of the account.

type NewEvent = Pick<PlatformEventRow, 'id' | 'platform' | 'isSandbox' | 'body'>;

export async function insertPlatformEvent(db: Db, { id, platform, isSandbox, body }: NewEvent): Promise<void> {
  await sql`
    INSERT INTO platform_events (id, platform, is_sandbox, body, received_at, due_at)
    VALUES (${id}, ${platform}, ${isSandbox}, ${body}, herald_now(), herald_now())
    ON CONFLICT (id) DO NOTHING`.execute(db);
}

export type ClaimedEvent = NewEvent & { attemptCount: number; claimToken: string };

export async function claimPlatformEvents(
  db: Db,
  { limit, token, leaseMs }: { limit: number; token: string; leaseMs: number },
): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    UPDATE platform_events SET ${leaseTo(token, leaseMs)}, attempt_count = attempt_count + 1
     WHERE id = ANY(ARRAY(
       SELECT e.id FROM platform_events e
        WHERE e.due_at <= herald_now() AND ${isFree('e')}
        ORDER BY e.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING id, platform, is_sandbox, body, attempt_count, claim_token`.execute(db);
  return rows;
}

type Claim = Pick<ClaimedEvent, 'id' | 'claimToken'>;

export async function deletePlatformEvent(db: Db, { id, claimToken }: Claim): Promise<void> {
  await sql`DELETE FROM platform_events WHERE id = ${id} AND claim_token = ${claimToken}`.execute(db);
}

export async function postponePlatformEvent(db: Db, { id, claimToken }: Claim, waitMs: number): Promise<void> {
  await sql`
    UPDATE platform_events SET due_at = ${fromNow(waitMs)}, ${releaseLease()}
     WHERE id = ${id} AND claim_token = ${claimToken}`.execute(db);
}

type Provider = { platform: string; isSandbox: boolean; providerAccountId: string };

export async function selectEventAccounts(db: Db, provider: Provider): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    SELECT id, owner_id AS "ownerId" FROM accounts
     WHERE platform = ${provider.platform} AND is_sandbox = ${provider.isSandbox}
       AND provider_account_id = ${provider.providerAccountId} AND status = 'connected'`.execute(db);
  return rows;
}
