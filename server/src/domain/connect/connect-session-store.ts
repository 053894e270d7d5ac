import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { releaseLease } from '../../db/lease.ts';
import { fromNow } from '../../db/sql.ts';
import type { ConnectSessionRow } from '../../db/rows.ts';

// Not scoped: only the owner and the person at the browser know the state whose hash finds a session.

export type StoredSession = ConnectSessionRow & {
  isExpired: boolean;
  isSelectionOver: boolean;
};

/** From the start of the connection. */
const selectionMinutes = 30;

export async function insertSession(db: Db, row: ConnectSessionRow): Promise<void> {
  await db.insertInto('connectSessions').values(row).execute();
}

export async function findSession(db: Db, stateHash: Buffer): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`
    SELECT *, expires_at <= herald_now() AS "isExpired",
           created_at <= herald_now() - make_interval(mins => ${selectionMinutes}) AS "isSelectionOver"
      FROM connect_sessions
     WHERE state_hash = ${stateHash}`.execute(db);
  return rows[0];
}

export async function findWaiting(
  db: Db,
  { platform, isSandbox, codeHashes }: { platform: string; isSandbox: boolean; codeHashes: readonly Buffer[] },
): Promise<StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    SELECT *, false AS "isExpired", false AS "isSelectionOver" FROM connect_sessions
     WHERE code_hash = ANY(${[...codeHashes]}::bytea[]) AND platform = ${platform} AND is_sandbox = ${isSandbox}
       AND claimed_at IS NULL AND expires_at > herald_now()`.execute(db);
  return rows;
}

/** Consumes the state. Returns false if it was consumed or has expired. */
export async function claimSession(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE connect_sessions SET claimed_at = herald_now()
     WHERE id = ${id} AND status = 'pending' AND claimed_at IS NULL AND expires_at > herald_now()
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function releaseSession(db: Db, id: string): Promise<void> {
  await sql`UPDATE connect_sessions SET claimed_at = NULL WHERE id = ${id} AND status = 'pending'`.execute(db);
}

export async function endSession(
  db: Db | Tx,
  id: string,
  end: Pick<ConnectSessionRow, 'status' | 'accountIds' | 'errorCode' | 'errorDescription'>,
): Promise<void> {
  await db.updateTable('connectSessions').set(end).where('id', '=', id).where('status', '=', 'pending').execute();
}

type Reader = { platform: string; isSandbox: boolean };

export async function selectWaitedFor(db: Db): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT DISTINCT platform, is_sandbox AS "isSandbox" FROM connect_sessions
     WHERE code_hash IS NOT NULL AND claimed_at IS NULL AND expires_at > herald_now()`.execute(db);
  return rows;
}

/** One process at a time reads from a bot, because it returns each message only once. */
export async function claimReader(
  db: Db,
  { platform, isSandbox, token, leaseMs }: Reader & { token: string; leaseMs: number },
): Promise<{ cursor: string | null } | undefined> {
  const { rows } = await sql<{ cursor: string | null }>`
    INSERT INTO code_readers AS r (platform, is_sandbox, claim_token, lease_until)
    VALUES (${platform}, ${isSandbox}, ${token}, ${fromNow(leaseMs)})
    ON CONFLICT (platform, is_sandbox) DO UPDATE
       SET claim_token = excluded.claim_token, lease_until = excluded.lease_until
     WHERE r.lease_until IS NULL OR r.lease_until <= excluded.lease_until - make_interval(secs => ${leaseMs / 1000})
    RETURNING r.cursor`.execute(db);
  return rows[0];
}

export async function releaseReader(
  db: Db,
  { platform, isSandbox, token, cursor }: Reader & { token: string; cursor: string | null },
): Promise<void> {
  await sql`
    UPDATE code_readers SET ${releaseLease()}, cursor = ${cursor}
     WHERE platform = ${platform} AND is_sandbox = ${isSandbox} AND claim_token = ${token}`.execute(db);
}
