import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createInsert } from '../../../db/create-insert.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { targetJson } from '../../../db/post-rows.ts';
import { seesProfile } from '../../../db/visibility.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import { keptPlans } from '../../../db/kept-plans.ts';
import { sendLater } from '../../../db/send-later.ts';
import { encodeJson, literals } from '../../../db/sql.ts';
import { planEachTime } from '../../../db/statement-names.ts';
import type { Scope } from '../../context.ts';
import { committedStatuses } from '../model/target-state.ts';
import type { ListedTarget, StoredTarget } from '../model/post.ts';

const newColumns = [
  ...(['ownerId', 'postId', 'accountId', 'liveAccountId', 'platform', 'profileId', 'position'] as const),
  ...(['customContent', 'settings', 'status', 'dueAt', 'contentHash', 'createdAt'] as const),
] as const;

/** The other columns have the defaults of `newTargetState`. */
type NewTargetRow = Pick<PostTargetRow, (typeof newColumns)[number]>;

const insertOf = createInsert<NewTargetRow>({ table: 'post_targets', columns: newColumns, json: ['settings'] });

export function insertTargets(db: Tx, rows: readonly NewTargetRow[]): void {
  if (rows.length > 0) sendLater(db, insertOf(rows));
}

const accountColumns = sql`
           coalesce(a.username, t.account_username, '') AS username,
           coalesce(a.display_name, t.account_display_name, '') AS display_name,
           coalesce(a.status = 'connected', false) AS is_active`;

function targetsOf({ ownerId, postId, postIds }: PostKeys): RawBuilder<unknown> {
  // PostgreSQL plans a statement with an array for its length each time, which takes longer than the rest.
  const isNamed = postIds === undefined ? sql`t.post_id = ${postId}` : sql`t.post_id = ANY(${postIds}::text[])`;
  return sql`
      FROM post_targets t LEFT JOIN accounts a ON a.owner_id = t.owner_id AND a.id = t.live_account_id
     WHERE t.owner_id = ${ownerId} AND ${isNamed}
     ORDER BY t.post_id, t.position`;
}

export async function selectTargets(db: Db | Tx, scope: Scope, postIds: readonly string[]): Promise<StoredTarget[]> {
  const [postId] = postIds;
  if (postId === undefined) return [];
  const keys: PostKeys = { ownerId: scope.ownerId, ...(postIds.length === 1 ? { postId } : { postIds }) };
  return (await db.executeQuery(selectStored(db, keys))).rows;
}

type PostKeys = { ownerId: string; postId?: string; postIds?: readonly string[] };

const selectStored = createStatement<PostKeys, StoredTarget>(
  (keys) => sql`SELECT t.*, ${accountColumns} ${targetsOf(keys)}`,
);

/** Leaves out columns that clients do not see, because reading them takes longer than the rest of a list. */
export async function selectListedTargets(db: Db, scope: Scope, postIds: readonly string[]): Promise<ListedTarget[]> {
  if (postIds.length === 0) return [];
  const { rows } = await sql<ListedTarget>`
    SELECT t.post_id, t.account_id, t.platform, t.status, t.custom_content, t.settings, t.warnings, t.platform_post_id,
           t.platform_post_url, t.published_at, t.error, t.error_code, t.waiting, t.due_at, t.claim_token,
           ${accountColumns} ${targetsOf({ ownerId: scope.ownerId, postIds })}`.execute(db);
  return rows;
}

type TargetKey = { postId: string; accountId: string };

export async function updateTarget(
  db: Tx,
  scope: Scope,
  { postId, accountId, changes }: TargetKey & { changes: Partial<PostTargetRow> },
): Promise<void> {
  await db
    .updateTable('postTargets')
    .set(encodeJson(changes, targetJson))
    .where('ownerId', '=', scope.ownerId)
    .where('postId', '=', postId)
    .where('accountId', '=', accountId)
    .execute();
}

export async function deleteTargets(
  db: Tx,
  scope: Scope,
  { postId, accountIds }: { postId: string; accountIds: readonly string[] },
): Promise<void> {
  await sql`
    DELETE FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND post_id = ${postId} AND account_id = ANY(${[...accountIds]}::text[])`.execute(
    db,
  );
}

/** `postId` is excluded from the comparison. */
export type TargetContent = { postId: string; accountId: string; contentHash: Buffer; dueAt: Date };

const selectLocks = createStatement<{ names: readonly string[] }>(
  ({ names }) => sql`
    SELECT ${keptPlans}, pg_advisory_xact_lock(hashtextextended(name, 0))
      FROM unnest(${names}::text[]) WITH ORDINALITY AS content (name, position) ORDER BY position`,
);

/**
 * Serializes requests with the same content, so that the second one sees the first. The rest of the transaction keeps its
 * plans.
 */
export function lockContents(db: Tx, scope: Scope, contents: readonly TargetContent[]): void {
  const names = contents.map(({ accountId, contentHash }) => {
    return `${scope.ownerId} ${accountId} ${contentHash.toString('hex')}`;
  });
  sendLater(db, selectLocks(db, { names: names.sort() }));
}

export type Duplicate = Pick<TargetContent, 'postId' | 'accountId'> & { existingPostId: string };

type DuplicateQuery = { contents: readonly TargetContent[]; windowMs: number };

type DuplicateValues = {
  ownerId: string;
  windowSeconds: number;
  postIds: readonly string[];
  accountIds: readonly string[];
  contentHashes: readonly Buffer[];
  dueAts: readonly Date[];
};

function duplicatesOf(values: DuplicateValues): RawBuilder<Duplicate> {
  return sql<Duplicate>`
    SELECT content.post_id AS "postId", content.account_id AS "accountId", newest.post_id AS "existingPostId"
      FROM unnest(${values.postIds}::text[], ${values.accountIds}::text[], ${values.contentHashes}::bytea[],
                  ${values.dueAts}::timestamptz[])
           WITH ORDINALITY AS content (post_id, account_id, content_hash, due_at, position)
     CROSS JOIN LATERAL (
       SELECT t.post_id FROM post_targets t
        WHERE t.account_id = content.account_id AND t.content_hash = content.content_hash
          -- IS TRUE, so that no index by owner is chosen, which would read all targets of the account.
          AND (t.owner_id = ${values.ownerId}) IS TRUE AND t.post_id <> content.post_id
          AND t.status IN (${literals(committedStatuses)})
          AND abs(extract(epoch FROM coalesce(t.published_at,
                (SELECT coalesce(p.scheduled_for, p.accepted_at) FROM posts p WHERE p.id = t.post_id)) - content.due_at))
              <= ${values.windowSeconds}
        ORDER BY t.created_at DESC LIMIT 1) AS newest
     ORDER BY content.position`;
}

const selectLocked = createStatement<DuplicateValues, Duplicate>(duplicatesOf);
const selectPlanned = createStatement<DuplicateValues, Duplicate>((values) => {
  return sql`${sql.raw(planEachTime)} ${duplicatesOf(values)}`;
});

export async function selectDuplicates(
  db: Db | Tx,
  scope: Scope,
  { contents, windowMs }: DuplicateQuery,
): Promise<Duplicate[]> {
  // Outside a transaction that called `lockContents`, a kept plan could stem from almost empty tables.
  const select = db.isTransaction ? selectLocked : selectPlanned;
  const values: DuplicateValues = {
    ownerId: scope.ownerId,
    windowSeconds: windowMs / 1000,
    postIds: contents.map((one) => one.postId),
    accountIds: contents.map((one) => one.accountId),
    contentHashes: contents.map((one) => one.contentHash),
    dueAts: contents.map((one) => one.dueAt),
  };
  return (await db.executeQuery(select(db, values))).rows;
}

export async function hasTargetsOf(db: Db, scope: Scope, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM accounts
     WHERE owner_id = ${scope.ownerId} AND id = ${accountId} AND ${seesProfile(scope.profiles, 'profile_id')}
    UNION ALL
    SELECT 1 FROM post_targets
     WHERE owner_id = ${scope.ownerId} AND account_id = ${accountId} AND ${seesProfile(scope.profiles, 'profile_id')}
     LIMIT 1`.execute(db);
  return rows.length > 0;
}
