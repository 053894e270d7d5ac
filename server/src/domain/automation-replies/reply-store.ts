import { sql } from 'kysely';
import type { AutomationLogRow } from '../../db/automation-rows.ts';
import type { Tx } from '../../db/client.ts';
import type { Scope } from '../context.ts';

type Claim = Pick<AutomationLogRow, 'id' | 'claimToken'>;
type LogChanges = Partial<Omit<AutomationLogRow, 'ownerId' | 'id' | 'updatedAt'>>;

/** Returns undefined if another worker has the log. */
export async function updateClaimedLog(
  db: Tx,
  scope: Scope,
  { id, claimToken, changes }: Claim & { changes: LogChanges },
): Promise<AutomationLogRow | undefined> {
  return await db
    .updateTable('automationLogs')
    .set({ ...changes, updatedAt: sql<Date>`herald_now()` })
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .returningAll()
    .executeTakeFirst();
}

type HourlyUse = { count: number; freeAt: Date | null };

/** Counts the account's other private replies within an hour; `freeAt` is when the oldest no longer counts. */
export async function selectHourlyUse(
  db: Tx,
  scope: Scope,
  { accountId, id }: Pick<AutomationLogRow, 'accountId' | 'id'>,
): Promise<HourlyUse> {
  const { rows } = await sql<HourlyUse>`
    SELECT count(*)::int AS count, min(message_sent_at) + interval '1 hour' AS free_at FROM automation_logs
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND source = 'comment' AND id <> ${id}
       AND message_sent_at > herald_now() - interval '1 hour'`.execute(db);
  return rows[0] ?? { count: 0, freeAt: null };
}

/** Until the transaction ends, no other one counts the private replies of the account. */
export async function lockHourlyUse(db: Tx, scope: Scope, accountId: string): Promise<void> {
  const name = `private replies ${scope.ownerId} ${accountId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

export async function countOutcome(
  db: Tx,
  scope: Scope,
  { automationId, status }: { automationId: string; status: 'sent' | 'failed' },
): Promise<void> {
  const column = sql.ref(status === 'sent' ? 'total_sent' : 'total_failed');
  await sql`
    UPDATE comment_automations SET ${column} = ${column} + 1
     WHERE owner_id = ${scope.ownerId} AND id = ${automationId}`.execute(db);
}
