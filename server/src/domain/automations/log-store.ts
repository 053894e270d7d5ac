import { sql } from 'kysely';
import type { AutomationLogRow } from '../../db/automation-rows.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';

type LogFilter = { automationId: string; status: AutomationLogRow['status'] | undefined };

export async function selectLogs(
  db: Db,
  scope: Scope,
  { automationId, status, limit, skip }: LogFilter & { limit: number; skip: number },
): Promise<AutomationLogRow[]> {
  const { rows } = await sql<AutomationLogRow>`
    SELECT * FROM automation_logs
     WHERE owner_id = ${scope.ownerId} AND automation_id = ${automationId}
       AND (${status ?? null}::text IS NULL OR status = ${status ?? null})
     ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${skip}`.execute(db);
  return rows;
}

const countedMax = 5000;

export async function countLogs(db: Db, scope: Scope, { automationId, status }: LogFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM automation_logs
       WHERE owner_id = ${scope.ownerId} AND automation_id = ${automationId}
         AND (${status ?? null}::text IS NULL OR status = ${status ?? null})
       LIMIT ${countedMax}) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function hasLogFor(
  db: Tx,
  scope: Scope,
  { automationId, commenterId, source }: Pick<AutomationLogRow, 'automationId' | 'commenterId' | 'source'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM automation_logs
     WHERE owner_id = ${scope.ownerId} AND automation_id = ${automationId} AND commenter_id = ${commenterId}
       AND source = ${source} AND (status IN ('pending', 'sent') OR is_unconfirmed)`.execute(db);
  return rows.length > 0;
}

/** Returns false if the comment was handled before. */
export async function insertLog(db: Tx, row: AutomationLogRow): Promise<boolean> {
  const inserted = await db
    .insertInto('automationLogs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'commentId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Until the transaction ends, no other one looks for earlier logs of the account. */
export async function lockTriggers(db: Tx, scope: Scope, accountId: string): Promise<void> {
  const name = `automations ${scope.ownerId} ${accountId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
