import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { fromNow } from '../../db/sql.ts';
import type { Scope } from '../context.ts';

export type SendKey = { accountId: string; conversationId: string; key: string };

type NewSend = SendKey & { requestHash: Buffer; leaseMs: number };

export async function insertSend(db: Tx, scope: Scope, send: NewSend): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO message_sends (owner_id, account_id, conversation_id, key, request_hash, lease_until, created_at)
    VALUES (${scope.ownerId}, ${send.accountId}, ${send.conversationId}, ${send.key}, ${send.requestHash},
            ${fromNow(send.leaseMs)}, herald_now())
    ON CONFLICT (owner_id, account_id, conversation_id, key) DO NOTHING
    RETURNING key`.execute(db);
  return rows.length > 0;
}

/** `isLeaseOver`: the sending process has died or hangs. */
type StoredSend = { requestHash: Buffer; outcome: object | null; isLeaseOver: boolean };

export async function selectSend(db: Tx, scope: Scope, send: SendKey): Promise<StoredSend | undefined> {
  const { rows } = await sql<StoredSend>`
    SELECT request_hash, outcome, lease_until <= herald_now() AS is_lease_over FROM message_sends
     WHERE owner_id = ${scope.ownerId} AND account_id = ${send.accountId}
       AND conversation_id = ${send.conversationId} AND key = ${send.key}
       FOR UPDATE`.execute(db);
  return rows[0];
}

/** The first outcome is final. */
export async function updateSend(db: Db | Tx, scope: Scope, send: SendKey & { outcome: object }): Promise<void> {
  await sql`
    UPDATE message_sends SET outcome = ${JSON.stringify(send.outcome)}::json
     WHERE owner_id = ${scope.ownerId} AND account_id = ${send.accountId}
       AND conversation_id = ${send.conversationId} AND key = ${send.key} AND outcome IS NULL`.execute(db);
}

export async function deleteSend(db: Db, scope: Scope, send: SendKey): Promise<void> {
  await sql`
    DELETE FROM message_sends
     WHERE owner_id = ${scope.ownerId} AND account_id = ${send.accountId}
       AND conversation_id = ${send.conversationId} AND key = ${send.key} AND outcome IS NULL`.execute(db);
}
