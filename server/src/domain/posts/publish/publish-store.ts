import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { keptPlansOnceGrown, relaxedCommit } from '../../../db/kept-plans.ts';
import { isFree, leaseTo } from '../../../db/lease.ts';
import { readLater, sendLater } from '../../../db/send-later.ts';
import { fromNow, literals } from '../../../db/sql.ts';
import type { PostRow, PostTargetRow, TargetWaiting } from '../../../db/post-rows.ts';
import { unsentStatuses } from '../model/target-state.ts';

// The engine claims targets of all owners; each is processed in the scope of its owner.

/** Must match `claimedState` of the state machine. */
export const claimedState: RawBuilder<unknown> = sql`
             status = CASE t.status WHEN 'published' THEN 'published' ELSE 'publishing' END,
             stage = CASE WHEN t.status = 'published' THEN NULL WHEN t.stage IS NOT NULL THEN t.stage
                          WHEN t.sent_at IS NULL THEN 'claimed' ELSE 'reconciling' END`;

/**
 * A target that may have been sent keeps its claim, and its due time after lease and settle wait, in case its worker still
 * learns the outcome. The statement selects from `clock`.
 */
const releasedUnlessSending: RawBuilder<unknown> = sql`
           claim_token = CASE t.stage WHEN 'sending' THEN t.claim_token END,
           worker_id = CASE t.stage WHEN 'sending' THEN t.worker_id END,
           lease_until = CASE t.stage WHEN 'sending' THEN clock.now END`;

const clock: RawBuilder<unknown> = sql`(SELECT herald_now() AS now) clock`;

/** Marks overdue targets, so that time in a backlog does not count as lateness. Skips locked posts until the next poll. */
export async function markFound(
  db: Db,
  { platforms, lateMs }: { platforms: readonly string[]; lateMs: number },
): Promise<void> {
  const late = sql`t.due_at <= ${fromNow(-lateMs)} AND t.found_at IS NULL
               AND t.status IN (${literals(unsentStatuses)})`;
  await sql`
    WITH oldest AS MATERIALIZED (
      SELECT first.post_id FROM unnest(${[...platforms]}::text[]) AS named (platform)
       CROSS JOIN LATERAL (
         SELECT t.post_id FROM post_targets t WHERE t.platform = named.platform AND ${late}
          ORDER BY t.due_at LIMIT ${foundMax}) first
    ), held AS MATERIALIZED (
      SELECT p.id FROM posts p WHERE p.id = ANY(ARRAY(SELECT oldest.post_id FROM oldest))
       ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED
    ), marked AS (
      UPDATE post_targets t SET found_at = herald_now(), status = 'pending'
       WHERE t.post_id = ANY(ARRAY(SELECT held.id FROM held)) AND ${late}
      RETURNING t.post_id
    )
    UPDATE posts p SET status = 'queued', updated_at = herald_now()
     WHERE p.id = ANY(ARRAY(SELECT marked.post_id FROM marked)) AND p.status = 'scheduled'`.execute(db);
}

const foundMax = 1000;

export type Claim = {
  grants: ReadonlyMap<string, number>;
  token: string;
  workerId: string;
  leaseMs: number;
  spacingMs: number;
  lateMs: number;
  giveUpMs: number;
};

export type ClaimedTarget = PostTargetRow & { now: Date };

/** Nobody can change the posts of claimed targets. */
export function readClaimedPosts(db: Tx, claimed: readonly ClaimedTarget[]): () => readonly PostRow[] {
  const ids = claimed.map(({ postId }) => postId);
  const posts = sql<PostRow>`SELECT p.* FROM posts p WHERE p.id = ANY(${ids}::text[])`;
  return readLater(db, posts.compile(db));
}

/** How many of a platform's oldest due targets a claim reads before it goes from account to account. */
const nearMax = sql`(64 + granted.slots * 4)`;

/**
 * Claims one target at a time per account, in order, with a pause between late ones. Locks posts before their targets, as
 * everywhere. The commit does not wait for the disk: a claim alone has no effect, and the intent to send is committed durably
 * before the request. If the oldest targets wait for others of their accounts, it takes the first of each account by index
 * instead of reading the backlog.
 */
export async function claimTargets(db: Tx, claim: Claim): Promise<ClaimedTarget[]> {
  const { grants, lateMs, spacingMs, ...terms } = claim;
  sendLater(db, prepareClaim(db, {}));
  const values: ClaimValues = {
    ...terms,
    platforms: [...grants.keys()],
    slots: [...grants.values()],
    lateInMs: -lateMs,
    spacedInMs: -spacingMs,
  };
  return (await db.executeQuery(claimDue(db, values))).rows;
}

const prepareClaim = createStatement(() => {
  return sql`SELECT ${keptPlansOnceGrown('posts', 'post_targets')}, ${relaxedCommit}`;
});

/** Instants are counted from now. */
type ClaimValues = Omit<Claim, 'grants' | 'lateMs' | 'spacingMs'> & {
  platforms: readonly string[];
  slots: readonly number[];
  lateInMs: number;
  spacedInMs: number;
};

const claimDue = createStatement<ClaimValues, ClaimedTarget>((claim) => {
  const { platforms, slots, token, workerId, leaseMs, giveUpMs } = claim;
  return sql`
    WITH RECURSIVE granted AS MATERIALIZED (
      SELECT named.platform, named.slots
        FROM unnest(${platforms}::text[], ${slots}::int[]) AS named (platform, slots)
    ), near AS MATERIALIZED (
      SELECT oldest.* FROM granted CROSS JOIN LATERAL (
        SELECT t.platform, t.post_id, t.account_id, t.due_at, t.status, t.lease_until FROM post_targets t
         WHERE t.platform = granted.platform AND t.due_at <= herald_now()
         ORDER BY t.due_at LIMIT ${nearMax}) oldest
    ), ready AS MATERIALIZED (
      SELECT free.* FROM granted CROSS JOIN LATERAL (
        SELECT t.platform, t.post_id, t.account_id FROM near t
         WHERE t.platform = granted.platform AND ${isClaimable(claim)}
           AND t.post_id = (SELECT e.post_id FROM post_targets e WHERE e.account_id = t.account_id AND e.due_at IS NOT NULL
                             ORDER BY e.due_at, e.post_id LIMIT 1)
         ORDER BY t.due_at LIMIT granted.slots) free
    ), spare AS MATERIALIZED (
      SELECT left_over.* FROM granted CROSS JOIN LATERAL (
        SELECT granted.platform, granted.slots - count(*) AS slots FROM ready WHERE ready.platform = granted.platform
      ) left_over
       WHERE left_over.slots > 0
         AND (SELECT count(*) FROM near WHERE near.platform = granted.platform) = ${nearMax}
    ), account AS (
      (SELECT t.account_id FROM post_targets t
        WHERE t.due_at IS NOT NULL AND EXISTS (SELECT 1 FROM spare)
        ORDER BY t.account_id LIMIT 1)
      UNION ALL
      SELECT (SELECT t.account_id FROM post_targets t
               WHERE t.due_at IS NOT NULL AND t.account_id > account.account_id
               ORDER BY t.account_id LIMIT 1)
        FROM account WHERE account.account_id IS NOT NULL
    ), picked AS MATERIALIZED (
      SELECT ready.post_id, ready.account_id FROM ready
      UNION ALL
      SELECT far.post_id, far.account_id FROM spare CROSS JOIN LATERAL (
        SELECT t.post_id, t.account_id FROM account CROSS JOIN LATERAL (
          SELECT t.platform, t.post_id, t.account_id, t.due_at, t.status, t.lease_until FROM post_targets t
           WHERE t.account_id = account.account_id AND t.due_at IS NOT NULL
           ORDER BY t.due_at, t.post_id LIMIT 1) t
         WHERE t.platform = spare.platform AND t.due_at <= herald_now() AND ${isClaimable(claim)}
           AND t.account_id NOT IN (SELECT ready.account_id FROM ready)
         ORDER BY t.due_at LIMIT spare.slots) far
    ), held AS MATERIALIZED (
      SELECT p.id FROM posts p WHERE p.id = ANY(ARRAY(SELECT picked.post_id FROM picked))
       ORDER BY p.id FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE post_targets t
         SET ${leaseTo(sql`${token} || ' ' || t.post_id || ' ' || t.account_id`, leaseMs)},
             worker_id = ${workerId}, ${claimedState},
             claimed_at = least(t.claimed_at, herald_now()),
             give_up_at = least(t.give_up_at, ${fromNow(giveUpMs)})
        FROM picked
       WHERE t.post_id = picked.post_id AND t.account_id = picked.account_id
         AND t.post_id = ANY(ARRAY(SELECT held.id FROM held))
         -- IS TRUE excludes the indexes of due targets, which would read all of an account.
         AND (t.due_at <= herald_now()) IS TRUE AND ${isFree('t')}
      RETURNING t.*
    ), followed AS (
      UPDATE posts p SET status = 'publishing', updated_at = herald_now()
       WHERE p.id = ANY(ARRAY(SELECT claimed.post_id FROM claimed WHERE claimed.status = 'publishing'))
         AND p.status <> 'publishing'
    )
    SELECT claimed.*, herald_now() AS now FROM claimed`;
});

/**
 * Holds only for the first due target of an account. Each condition is an index look-up: PostgreSQL would turn `NOT EXISTS`
 * into a join that reads all targets while they look few.
 */
function isClaimable({ lateInMs, spacedInMs }: ClaimValues): RawBuilder<boolean> {
  return sql<boolean>`
    ${isFree('t')}
    AND (SELECT b.lease_until FROM post_targets b
          WHERE b.account_id = t.account_id AND b.claim_token IS NOT NULL AND b.lease_until > herald_now() LIMIT 1) IS NULL
    AND (t.status NOT IN (${literals(unsentStatuses)}) OR t.due_at > ${fromNow(lateInMs)}
         OR (SELECT r.claimed_at FROM post_targets r
              WHERE r.account_id = t.account_id AND r.claimed_at > ${fromNow(spacedInMs)} LIMIT 1) IS NULL)`;
}

/** Returns the tokens of the claims that still stand. */
export async function renewClaims(
  db: Db,
  { tokens, leaseMs, settleMs }: { tokens: readonly string[]; leaseMs: number; settleMs: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ token: string }>`
    UPDATE post_targets t
       SET lease_until = ${fromNow(leaseMs)},
           due_at = CASE WHEN t.stage = 'sending' THEN settled.at ELSE t.due_at END,
           settle_after = CASE WHEN t.stage = 'sending' THEN settled.at ELSE t.settle_after END
      FROM (SELECT ${fromNow(leaseMs + settleMs)} AS at) settled
     WHERE t.claim_token = ANY(${[...tokens]}::text[]) AND t.claim_token IS NOT NULL
    RETURNING t.claim_token AS token`.execute(db);
  return new Set(rows.map(({ token }) => token));
}

/** Lets other posts of the account proceed. */
export async function releaseClaim(
  db: Tx,
  { token, waitMs, waiting }: { token: string; waitMs: number; waiting: TargetWaiting },
): Promise<Pick<PostTargetRow, 'postId' | 'accountId' | 'dueAt'> | undefined> {
  const { rows } = await sql<Pick<PostTargetRow, 'postId' | 'accountId' | 'dueAt'>>`
    UPDATE post_targets t
       SET ${releasedUnlessSending},
           due_at = CASE t.stage WHEN 'sending' THEN t.due_at
                    ELSE least(clock.now + make_interval(secs => ${waitMs / 1000}), t.give_up_at) END,
           waiting = ${JSON.stringify(waiting)}::json
      FROM ${clock}
     WHERE t.claim_token = ${token} AND t.claim_token IS NOT NULL
    RETURNING t.post_id, t.account_id, t.due_at`.execute(db);
  return rows[0];
}

/** A worker that died before its first heartbeat is recognized by leases with at most `leftMsMax` left. */
export async function freeClaims(
  db: Tx,
  { workerIds, leftMsMax }: { workerIds: readonly string[]; leftMsMax: number },
): Promise<number> {
  const { rows } = await sql<{ one: number }>`
    UPDATE post_targets t
       SET ${releasedUnlessSending}
      FROM ${clock}
     WHERE t.claim_token IS NOT NULL AND (t.stage IS DISTINCT FROM 'sending' OR t.lease_until > herald_now())
       AND (t.worker_id = ANY(${[...workerIds]}::text[])
            OR (t.lease_until < ${fromNow(leftMsMax)}
                AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = t.worker_id)))
    RETURNING 1 AS one`.execute(db);
  return rows.length;
}

/** Skips from one platform to the next along the index. */
const openPlatforms: RawBuilder<unknown> = sql`
    WITH RECURSIVE open AS (
      (SELECT platform FROM post_targets WHERE due_at IS NOT NULL ORDER BY platform LIMIT 1)
      UNION ALL
      SELECT (SELECT t.platform FROM post_targets t
               WHERE t.due_at IS NOT NULL AND t.platform > open.platform ORDER BY t.platform LIMIT 1)
        FROM open WHERE open.platform IS NOT NULL
    )`;

/** Reads at most `countMax` index entries per platform. */
export async function countDue(db: Db, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${openPlatforms}
    SELECT least(coalesce(sum(due.count), 0), ${countMax})::int AS count FROM open
     CROSS JOIN LATERAL (
       SELECT count(*) FROM (
         SELECT 1 FROM post_targets t
          WHERE t.platform = open.platform AND t.due_at <= herald_now() AND ${isFree('t')}
          ORDER BY t.due_at LIMIT ${countMax}) first) due`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectOldestDue(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`${openPlatforms}
    SELECT extract(epoch FROM herald_now() - min(first.due_at))::float8 AS seconds FROM open
     CROSS JOIN LATERAL (
       SELECT t.due_at FROM post_targets t
        WHERE t.platform = open.platform AND t.due_at <= herald_now() AND ${isFree('t')}
        ORDER BY t.due_at LIMIT 1) first`.execute(db);
  return rows[0]?.seconds ?? 0;
}

export async function selectMsToNextDue(
  db: Db,
  { platforms, withinMs }: { platforms: readonly string[]; withinMs: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT min(extract(epoch FROM next.due_at - herald_now()) * 1000)::float8 AS ms
      FROM unnest(${[...platforms]}::text[]) AS named (platform)
     CROSS JOIN LATERAL (
       SELECT t.due_at FROM post_targets t
        WHERE t.platform = named.platform AND t.due_at > herald_now() AND t.due_at < ${fromNow(withinMs)}
        ORDER BY t.due_at LIMIT 1) next`.execute(db);
  return rows[0]?.ms ?? undefined;
}
