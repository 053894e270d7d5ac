import { sql } from 'kysely';
import type { Tx } from '../src/db/client.ts';

/** Flushes `sendLater`, so that the open transaction has written it. */
export async function sendWaiting(db: Tx): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
