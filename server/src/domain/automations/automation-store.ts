import { sql } from 'kysely';
import type { AutomationRow } from '../../db/automation-rows.ts';
import type { Db, Tx } from '../../db/client.ts';
import { encodeJson } from '../../db/sql.ts';
import { seesProfile } from '../../db/visibility.ts';
import type { Scope } from '../context.ts';

export type StoredAutomation = AutomationRow & { profileId: string; platform: string };

/** Shows the platform's ID once Herald has published the post. */
const stored = sql`
  SELECT a.*, account.profile_id, account.platform,
         coalesce(a.platform_post_id, (SELECT t.platform_post_id FROM post_targets t
                                        WHERE t.owner_id = a.owner_id AND t.post_id = a.post_id
                                          AND t.account_id = a.account_id LIMIT 1)) AS platform_post_id
    FROM comment_automations a JOIN accounts account ON account.owner_id = a.owner_id AND account.id = a.account_id`;

type Filter = { id?: string; profileId?: string | undefined; accountId?: string | undefined };

export async function selectAutomations(
  db: Db | Tx,
  scope: Scope,
  { id, profileId, accountId }: Filter,
): Promise<StoredAutomation[]> {
  const { rows } = await sql<StoredAutomation>`
    ${stored}
     WHERE a.owner_id = ${scope.ownerId} AND a.deleted_at IS NULL AND ${seesProfile(scope.profiles, 'account.profile_id')}
       AND a.id = coalesce(${id ?? null}, a.id)
       AND account.profile_id = coalesce(${profileId ?? null}, account.profile_id)
       AND a.account_id = coalesce(${accountId ?? null}, a.account_id)
     ORDER BY a.created_at DESC, a.id DESC`.execute(db);
  return rows;
}

export async function countAutomations(db: Tx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM comment_automations
     WHERE owner_id = ${scope.ownerId} AND deleted_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

type PostReference = Pick<AutomationRow, 'id' | 'accountId' | 'postId' | 'platformPostId'>;

export async function hasPostAutomation(db: Tx, scope: Scope, reference: PostReference): Promise<boolean> {
  const { id, accountId, postId, platformPostId } = reference;
  const { rows } = await sql<{ isDuplicate: boolean }>`
    SELECT EXISTS (
      SELECT 1 FROM comment_automations a
        LEFT JOIN post_targets t
          ON t.owner_id = a.owner_id AND t.account_id = a.account_id
         AND (t.post_id = a.post_id OR t.platform_post_id = a.platform_post_id)
       WHERE a.owner_id = ${scope.ownerId} AND a.account_id = ${accountId} AND a.id <> ${id}
         AND a.is_active AND a.deleted_at IS NULL
         AND (${postId} IN (a.post_id, t.post_id) OR ${platformPostId} IN (a.platform_post_id, t.platform_post_id))
    ) AS is_duplicate`.execute(db);
  return rows[0]?.isDuplicate === true;
}

export async function insertAutomation(db: Tx, row: AutomationRow): Promise<void> {
  await db
    .insertInto('commentAutomations')
    .values(encodeJson(row, ['buttons']))
    .execute();
}

export async function updateAutomationRow(
  db: Tx,
  scope: Scope,
  { id, changes }: { id: string; changes: Partial<AutomationRow> },
): Promise<void> {
  await db
    .updateTable('commentAutomations')
    .set(encodeJson(changes, ['buttons']))
    .where('ownerId', '=', scope.ownerId)
    .where('id', '=', id)
    .execute();
}

/** `purgeAutomations` deletes the row. */
export async function markAutomationDeleted(db: Tx, scope: Scope, id: string): Promise<void> {
  await sql`
    UPDATE comment_automations SET deleted_at = herald_now(), is_active = false
     WHERE owner_id = ${scope.ownerId} AND id = ${id}`.execute(db);
}

export async function pollCommentsSoon(db: Tx, scope: Scope, { accountId, ms }: { accountId: string; ms: number }) {
  await sql`
    UPDATE accounts SET comments_poll_at = least(comments_poll_at, herald_now() + make_interval(secs => ${ms / 1000}))
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId}`.execute(db);
}

type ActiveAutomation = Pick<AutomationRow, 'id' | 'dmDelaySeconds' | 'commentReply' | 'activatedAt' | 'updatedAt'>;

type Origin = { accountId: string; trigger: AutomationRow['trigger']; platformPostId: string | null };

/** In the order in which they are tried. */
export async function selectActiveAutomations(
  db: Tx,
  scope: Scope,
  { accountId, trigger, platformPostId }: Origin,
): Promise<ActiveAutomation[]> {
  const { rows } = await sql<ActiveAutomation>`
    SELECT a.id, a.dm_delay_seconds, a.comment_reply, a.activated_at, a.updated_at
      FROM comment_automations a
     WHERE a.owner_id = ${scope.ownerId} AND a.account_id = ${accountId} AND a.is_active AND a.deleted_at IS NULL
       AND a.trigger = ${trigger}
       AND (a.post_id IS NULL AND a.platform_post_id IS NULL OR a.platform_post_id = ${platformPostId}
            OR EXISTS (SELECT 1 FROM post_targets t
                        WHERE t.owner_id = a.owner_id AND t.post_id = a.post_id AND t.account_id = a.account_id
                          AND t.platform_post_id = ${platformPostId}))
     ORDER BY (a.post_id IS NULL AND a.platform_post_id IS NULL), a.created_at, a.id`.execute(db);
  return rows;
}

type KeywordsRow = Pick<
  AutomationRow,
  'id' | 'updatedAt' | 'keywords' | 'excludeKeywords' | 'matchMode' | 'typoTolerance'
>;

export async function selectKeywords(db: Tx, scope: Scope, ids: readonly string[]): Promise<KeywordsRow[]> {
  const { rows } = await sql<KeywordsRow>`
    SELECT id, updated_at, keywords, exclude_keywords, match_mode, typo_tolerance FROM comment_automations
     WHERE owner_id = ${scope.ownerId} AND id = ANY(${[...ids]}::text[])`.execute(db);
  return rows;
}

export async function countTrigger(db: Tx, scope: Scope, id: string): Promise<void> {
  await sql`
    UPDATE comment_automations SET total_triggered = total_triggered + 1
     WHERE owner_id = ${scope.ownerId} AND id = ${id}`.execute(db);
}
