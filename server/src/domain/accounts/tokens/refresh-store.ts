import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { isFree, leaseTo } from '../../../db/lease.ts';
import type { AccountRow } from '../../../db/rows.ts';
import type { Scope } from '../../context.ts';

export const refreshLease = { token: 'refresh_claim', until: 'refresh_lease_until' };

export type RefreshClaim = { id: string; version: number; token: string };

export async function claimRefresh(
  db: Db,
  scope: Scope,
  { id, version, token, leaseMs }: RefreshClaim & { leaseMs: number },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    UPDATE accounts
       SET ${leaseTo(token, leaseMs, refreshLease)}
     WHERE owner_id = ${scope.ownerId} AND id = ${id} AND token_version = ${version} AND tokens_sealed IS NOT NULL
       AND ${isFree('accounts', refreshLease)}
    RETURNING *`.execute(db);
  return rows[0];
}

/** Returns false if the claim was lost or the token was replaced. */
export async function settleRefresh(
  db: Db | Tx,
  scope: Scope,
  { claim, changes }: { claim: RefreshClaim; changes: Partial<AccountRow> },
): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ ...changes, refreshClaim: null, refreshLeaseUntil: null })
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', claim.id)
    .where('tokenVersion', '=', claim.version)
    .where('refreshClaim', '=', claim.token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type Progress = { version: number; isClaimed: boolean };

export async function readProgress(db: Db, scope: Scope, id: string): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    SELECT token_version AS version,
           NOT ${isFree('accounts', refreshLease)} AS "isClaimed"
      FROM accounts WHERE owner_id = ${scope.ownerId} AND id = ${id}`.execute(db);
  return rows[0];
}
