import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import type { AccountRow } from '../../../db/rows.ts';
import type { Scope } from '../../context.ts';

export type RefreshClaim = { id: string; version: number; token: string };

/** One at a time across all processes: the row says who, and until when nobody else may. */
export async function claimRefresh(
  db: Db,
  scope: Scope,
  { id, version, token, leaseMs }: RefreshClaim & { leaseMs: number },
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    UPDATE accounts
       SET refresh_claim = ${token},
           refresh_lease_until = herald_now() + make_interval(secs => ${leaseMs / 1000})
     WHERE owner_id = ${scope.ownerId} AND id = ${id} AND token_version = ${version} AND tokens_sealed IS NOT NULL
       AND (refresh_claim IS NULL OR refresh_lease_until < herald_now())
    RETURNING *`.execute(db);
  return rows[0];
}

/** False when the claim was lost, or the token has changed: then what was fetched is not the newest truth. */
export async function settleRefresh(
  db: Db | Tx,
  scope: Scope,
  { claim, changes }: { claim: RefreshClaim; changes: Partial<AccountRow> },
): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ ...changes, refresh_claim: null, refresh_lease_until: null })
    .where('owner_id', '=', scope.ownerId)
    .where('id', '=', claim.id)
    .where('token_version', '=', claim.version)
    .where('refresh_claim', '=', claim.token)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

type Progress = { version: number; isClaimed: boolean };

export async function readProgress(db: Db, scope: Scope, id: string): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    SELECT token_version AS version,
           refresh_claim IS NOT NULL AND refresh_lease_until >= herald_now() AS "isClaimed"
      FROM accounts WHERE owner_id = ${scope.ownerId} AND id = ${id}`.execute(db);
  return rows[0];
}
