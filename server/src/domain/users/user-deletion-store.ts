import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Scope } from '../context.ts';

const batch = 1000;

export type UserContents = Record<
  | 'profiles'
  | 'accounts'
  | 'posts'
  | 'scheduledPosts'
  | 'mediaFiles'
  | 'contacts'
  | 'conversations'
  | 'webhooks'
  | 'keys',
  number
>;

export async function countContents(db: Db, scope: Scope): Promise<UserContents> {
  const { rows } = await sql<UserContents>`
    SELECT (SELECT count(*)::int FROM profiles WHERE owner_id = ${scope.ownerId}) AS profiles,
           (SELECT count(*)::int FROM accounts WHERE owner_id = ${scope.ownerId}) AS accounts,
           (SELECT count(*)::int FROM posts WHERE owner_id = ${scope.ownerId}) AS posts,
           (SELECT count(*)::int FROM posts WHERE owner_id = ${scope.ownerId} AND status = 'scheduled') AS "scheduledPosts",
           (SELECT count(*)::int FROM media WHERE owner_id = ${scope.ownerId}) AS "mediaFiles",
           (SELECT count(*)::int FROM contacts WHERE owner_id = ${scope.ownerId}) AS contacts,
           (SELECT count(*)::int FROM conversations WHERE owner_id = ${scope.ownerId}) AS conversations,
           (SELECT count(*)::int FROM webhook_endpoints WHERE owner_id = ${scope.ownerId}) AS webhooks,
           (SELECT count(*)::int FROM api_keys WHERE owner_id = ${scope.ownerId}) AS keys`.execute(db);
  const [contents] = rows;
  if (contents === undefined) throw new Error('a count returned no row');
  return contents;
}

export async function isPublishing(db: Db, scope: Scope): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM post_targets WHERE owner_id = ${scope.ownerId} AND status = 'publishing' LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function deleteAccess(db: Db, scope: Scope): Promise<void> {
  await sql`DELETE FROM api_keys WHERE owner_id = ${scope.ownerId}`.execute(db);
  await sql`DELETE FROM webhook_endpoints WHERE owner_id = ${scope.ownerId}`.execute(db);
  await sql`DELETE FROM connect_sessions WHERE owner_id = ${scope.ownerId}`.execute(db);
}

export async function selectRevocationIds(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM token_revocations WHERE owner_id = ${scope.ownerId} ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectMediaKeys(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM media WHERE owner_id = ${scope.ownerId} ORDER BY key LIMIT ${batch}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Tables that refer to others come first. The others are deleted with the user. */
export const largeTables = [
  'open_deliveries',
  'webhook_attempts',
  'webhook_deliveries',
  'events',
  'messages',
  'conversations',
  'comments',
  'comment_pages',
  'automation_logs',
  'contact_channels',
  'contacts',
  'metric_days',
  'platform_posts',
  'platform_post_days',
  'account_metric_days',
  'follower_days',
  'post_timeline',
  'posts',
  'idempotency_keys',
] as const;

export async function deleteBatch(db: Db, table: (typeof largeTables)[number], scope: Scope): Promise<number> {
  const name = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${name} WHERE owner_id = ${scope.ownerId} AND ctid = ANY(ARRAY(
      SELECT ctid FROM ${name} WHERE owner_id = ${scope.ownerId} LIMIT ${batch}))`.execute(db);
  return Number(numAffectedRows);
}

export async function deleteUserRow(db: Db, scope: Scope): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${scope.ownerId}`.execute(db);
}
