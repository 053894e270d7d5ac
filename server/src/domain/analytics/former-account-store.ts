import { sql } from 'kysely';
import type { FormerAccountRow } from '../../db/analytics-rows.ts';
import type { Db, Tx } from '../../db/client.ts';
import { seesProfile } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';

export async function selectFormerAccounts(db: Db, scope: Scope): Promise<FormerAccountRow[]> {
  const { rows } = await sql<FormerAccountRow>`
    SELECT * FROM former_accounts
     WHERE owner_id = ${scope.ownerId} AND ${seesProfile(scope.profiles, 'profile_id')} ORDER BY id`.execute(db);
  return rows;
}

export async function insertFormerAccount(db: Tx, scope: Scope, accountId: string): Promise<void> {
  await sql`
    INSERT INTO former_accounts (id, owner_id, profile_id, platform, provider_account_id, username)
    SELECT a.id, a.owner_id, a.profile_id, a.platform, a.provider_account_id, a.username FROM accounts a
     WHERE a.owner_id = ${scope.ownerId} AND a.id = ${accountId}
       AND EXISTS (SELECT FROM platform_posts p WHERE p.account_id = a.id)`.execute(db);
}

/** Numbers cannot be read with a disconnected account. */
export async function stopMeasuring(db: Tx, scope: Scope, accountId: string): Promise<void> {
  await sql`
    UPDATE platform_posts SET metrics_due_at = NULL
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND metrics_due_at IS NOT NULL`.execute(db);
}

export async function deleteExternalPosts(db: Tx, scope: Scope, accountId: string): Promise<void> {
  await sql`
    DELETE FROM platform_posts
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND post_id IS NULL`.execute(db);
  await sql`
    DELETE FROM account_metric_days
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND is_external`.execute(db);
}
