import type { LedgerPost } from './harness/ledger.ts';
import type { InvariantName } from './invariants.ts';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Observed from outside the database. Sets that are left out are empty. */
export type PostObservations = {
  ledger: readonly LedgerPost[];
  /** As `postId accountId`: targets with a fault that no look-up can settle. */
  unverifiable?: ReadonlySet<string>;
  /** IDs of acknowledged posts that were not deleted. */
  acknowledged?: ReadonlySet<string>;
};

type TargetRow = { post_id: string; account_id: string; platform: string; platform_post_id: string };

/** Posts have unique texts, so the same text twice on an account is a duplicate. */
export function findDuplicates(ledger: readonly LedgerPost[]): string[] {
  const live = ledger.filter(({ parentId, deletedAt }) => parentId === null && deletedAt === null);
  const groups = Map.groupBy(live, ({ platform, account, text }) => `${platform} ${account} ${JSON.stringify(text)}`);
  return [...groups]
    .filter(([, posts]) => posts.length > 1)
    .map(([post, { length }]) => `${post} is live ${length} times`);
}

async function findFalselyPublished(sql: Sql, { ledger }: PostObservations): Promise<string[]> {
  const rows = await sql<TargetRow & { content: string }>(
    `SELECT t.post_id, t.account_id, t.platform, t.platform_post_id, p.content FROM post_targets t
       JOIN posts p ON p.id = t.post_id WHERE t.status = 'published'`,
  );
  const live = new Set(
    ledger.filter((one) => one.deletedAt === null).map(({ platform, id, text }) => `${platform} ${id} ${text}`),
  );
  return rows
    .filter(({ platform, platform_post_id: id, content }) => !live.has(`${platform} ${id} ${content}`))
    .map((row) => `${row.post_id} on ${row.account_id} is marked as published but not live as ${row.platform_post_id}`);
}

async function findUnexplainedOutcomes(sql: Sql, { unverifiable = new Set() }: PostObservations): Promise<string[]> {
  const rows = await sql<TargetRow & { timeline: string }>(
    `SELECT t.post_id, t.account_id, t.platform, (
              SELECT string_agg(l.kind || ': ' || l.summary, '; ' ORDER BY l.number) FROM post_timeline l
               WHERE l.post_id = t.post_id AND l.account_id = t.account_id) AS timeline
       FROM post_targets t WHERE t.error_code = 'outcomeUnknown'`,
  );
  return rows
    .filter((row) => !unverifiable.has(`${row.post_id} ${row.account_id}`))
    .map(
      (row) =>
        `${row.post_id} on ${row.account_id} (${row.platform}) has an unexplained unknown outcome: ${row.timeline}`,
    );
}

async function findLost(sql: Sql, { acknowledged = new Set() }: PostObservations): Promise<string[]> {
  const rows = await sql<{ id: string }>('SELECT id FROM posts');
  const existing = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !existing.has(id)).map((id) => `${id} was acknowledged and does not exist`);
}

type PostCheck = {
  name: InvariantName;
  find(sql: Sql, observed: PostObservations | undefined): Promise<string[]>;
};

const listFaults = async (sql: Sql, text: string, fault: string): Promise<string[]> =>
  (await sql<{ id: string }>(text)).map(({ id }) => `${id} ${fault}`);

export const postChecks: readonly PostCheck[] = [
  {
    name: 'one-live-post',
    find: async (_, observed) => (observed ? findDuplicates(observed.ledger) : []),
  },
  {
    name: 'no-lost-posts',
    find: async (sql, observed) => (observed ? await findLost(sql, observed) : []),
  },
  {
    name: 'one-post-per-request-id',
    find: async (sql) => [
      ...(await listFaults(
        sql,
        'SELECT resource_id AS id FROM idempotency_keys GROUP BY owner_id, resource_id HAVING count(*) > 1',
        'has more than one request ID',
      )),
      ...(await listFaults(
        sql,
        `SELECT k.key AS id FROM idempotency_keys k LEFT JOIN posts p ON p.owner_id = k.owner_id AND p.id = k.resource_id
          WHERE k.scope IN ('post', 'bulk') AND k.expires_at IS NULL AND p.id IS NULL`,
        'is the request ID of a post that does not exist',
      )),
    ],
  },
  {
    name: 'published-is-live',
    find: async (sql, observed) => (observed ? await findFalselyPublished(sql, observed) : []),
  },
  {
    name: 'no-stuck-targets',
    find: async (sql) => [
      ...(await listFaults(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets
          WHERE due_at < herald_now() - interval '60 seconds' AND coalesce(lease_until, due_at) < herald_now() - interval '60 seconds'`,
        'is a target over a minute past due',
      )),
      ...(await listFaults(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets
          WHERE stage = 'sending' AND sent_at < herald_now() - interval '240 seconds' AND lease_until < herald_now()`,
        'has been in `sending` for over four minutes',
      )),
      ...(await listFaults(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets
          WHERE stage = 'preparing' AND coalesce(publish_state_at, claimed_at) < herald_now() - interval '20 minutes' AND due_at < herald_now()`,
        'has been in `preparing` for over twenty minutes',
      )),
      ...(await listFaults(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets WHERE status IN ('pending', 'scheduled', 'publishing') AND due_at IS NULL`,
        'is an unfinished target without a due time',
      )),
      ...(await listFaults(
        sql,
        `SELECT p.id FROM posts p WHERE p.status IN ('queued', 'publishing') AND NOT EXISTS (
           SELECT 1 FROM post_targets t WHERE t.post_id = p.id AND t.status IN ('pending', 'publishing'))`,
        'has a status that its targets do not explain',
      )),
    ],
  },
  {
    name: 'never-early',
    find: async (sql) =>
      await listFaults(
        sql,
        `SELECT t.post_id || ' ' || t.account_id AS id FROM post_targets t JOIN posts p ON p.id = t.post_id
          WHERE p.accepted_at IS NULL AND t.sent_at < p.scheduled_for`,
        'was sent before its scheduled time',
      ),
  },
  {
    name: 'explained-unknown-outcomes',
    find: async (sql, observed) => (observed ? await findUnexplainedOutcomes(sql, observed) : []),
  },
];
