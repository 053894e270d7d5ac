import { sql } from 'kysely';
import type { AutomationLogRow } from '../../db/automation-rows.ts';
import type { Db } from '../../db/client.ts';
import { isFree, leaseTo } from '../../db/lease.ts';

// The engine claims logs of all owners.

export type ClaimedLog = AutomationLogRow & { claimToken: string };

export async function claimLogs(
  db: Db,
  { limit, token, leaseMs }: { limit: number; token: string; leaseMs: number },
): Promise<ClaimedLog[]> {
  const { rows } = await sql<ClaimedLog>`
    UPDATE automation_logs SET ${leaseTo(sql`${token} || '-' || id`, leaseMs)}
     WHERE id = ANY(ARRAY(
       SELECT l.id FROM automation_logs l
        WHERE l.due_at <= herald_now() AND ${isFree('l')}
        ORDER BY l.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING *`.execute(db);
  return rows;
}
