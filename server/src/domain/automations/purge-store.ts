import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

// Deletes rows of all owners.

const batch = 1000;

export async function deleteLogBatch(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM automation_logs WHERE id = ANY(ARRAY(
      SELECT l.id FROM automation_logs l JOIN comment_automations a ON a.id = l.automation_id
       WHERE a.deleted_at IS NOT NULL LIMIT ${batch}))`.execute(db);
  if (Number(numAffectedRows ?? 0n) > 0) return Number(numAffectedRows);
  const { numAffectedRows: automations } = await sql`
    DELETE FROM comment_automations a
     WHERE a.deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM automation_logs l WHERE l.automation_id = a.id)`.execute(db);
  return Number(automations ?? 0n);
}
