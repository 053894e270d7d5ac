import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { encodeJson } from '../../../db/sql.ts';
import type { TokenRevocationRow } from '../../../db/rows.ts';
import type { Scope } from '../../context.ts';

export async function insertRevocation(db: Tx, row: TokenRevocationRow): Promise<void> {
  await db
    .insertInto('tokenRevocations')
    .values(encodeJson(row, ['platformState']))
    .execute();
}

export async function takeRevocation(
  db: Db,
  scope: Scope,
  { id, waitMs }: { id: string; waitMs: number },
): Promise<TokenRevocationRow | undefined> {
  const { rows } = await sql<TokenRevocationRow>`
    UPDATE token_revocations
       SET attempt_count = attempt_count + 1,
           next_attempt_at = herald_now() + make_interval(secs => ${waitMs / 1000} * 2 ^ attempt_count)
     WHERE owner_id = ${scope.ownerId} AND id = ${id} AND next_attempt_at <= herald_now()
    RETURNING *`.execute(db);
  return rows[0];
}

export async function deleteRevocation(db: Db, scope: Scope, id: string): Promise<void> {
  await db.deleteFrom('tokenRevocations').where('ownerId', '=', scope.ownerId).where('id', '=', id).execute();
}

export async function findRevocation(
  db: Db,
  scope: Scope,
  by: { id: string } | { accountId: string },
): Promise<TokenRevocationRow | undefined> {
  const query = db.selectFrom('tokenRevocations').selectAll().where('ownerId', '=', scope.ownerId);
  const chosen = 'id' in by ? query.where('id', '=', by.id) : query.where('accountId', '=', by.accountId);
  return await chosen.executeTakeFirst();
}
