import type { LedgerPost } from './harness/ledger.ts';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** What a suite saw of posts from outside. */
export type SeenPosts = {
  ledger: readonly LedgerPost[];
  /** `post account`: those for which a fault was injected that no look-up can settle. */
  doubtful: ReadonlySet<string>;
  /** Posts whose creation was acknowledged, and that nobody deleted. */
  acknowledged: ReadonlySet<string>;
};

type TargetRow = { post_id: string; account_id: string; platform: string; platform_post_id: string };

/** Texts are unique in the suites: the same one twice on an account is the same target twice. */
export function findDoubled(ledger: readonly LedgerPost[]): string[] {
  const live = ledger.filter(({ parentId, deletedAt }) => parentId === null && deletedAt === null);
  const groups = Map.groupBy(live, ({ platform, account, text }) => `${platform} ${account} ${JSON.stringify(text)}`);
  return [...groups]
    .filter(([, posts]) => posts.length > 1)
    .map(([what, { length }]) => `${what} is live ${length} times`);
}

async function findMadeUp(sql: Sql, { ledger }: SeenPosts): Promise<string[]> {
  const rows = await sql<TargetRow & { content: string }>(
    `SELECT t.post_id, t.account_id, t.platform, t.platform_post_id, p.content FROM post_targets t
       JOIN posts p ON p.id = t.post_id WHERE t.status = 'published'`,
  );
  const live = new Set(
    ledger.filter((one) => one.deletedAt === null).map(({ platform, id, text }) => `${platform} ${id} ${text}`),
  );
  return rows
    .filter(({ platform, platform_post_id: id, content }) => !live.has(`${platform} ${id} ${content}`))
    .map((row) => `${row.post_id} on ${row.account_id} is said to be published as ${row.platform_post_id}`);
}

async function findUnexplained(sql: Sql, { doubtful }: SeenPosts): Promise<string[]> {
  const rows = await sql<TargetRow & { story: string }>(
    `SELECT t.post_id, t.account_id, t.platform, (
              SELECT string_agg(l.kind || ': ' || l.summary, '; ' ORDER BY l.number) FROM post_timeline l
               WHERE l.post_id = t.post_id AND l.account_id = t.account_id) AS story
       FROM post_targets t WHERE t.error_code = 'outcomeUnknown'`,
  );
  return rows
    .filter((row) => !doubtful.has(`${row.post_id} ${row.account_id}`))
    .map((row) => `${row.post_id} on ${row.account_id} (${row.platform}) is in doubt without a cause: ${row.story}`);
}

async function findLost(sql: Sql, { acknowledged }: SeenPosts): Promise<string[]> {
  const rows = await sql<{ id: string }>('SELECT id FROM posts');
  const there = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !there.has(id)).map((id) => `${id} was acknowledged and is not there`);
}

/** Each finds nothing where nothing is known from outside. */
type PostInvariant = { id: string; about: string; find(sql: Sql, seen: SeenPosts | undefined): Promise<string[]> };

const names = async (sql: Sql, text: string, what: string): Promise<string[]> =>
  (await sql<{ id: string }>(text)).map(({ id }) => `${id} ${what}`);

export const postInvariants: readonly PostInvariant[] = [
  {
    id: 'INV1',
    about: 'a target has at most one live post',
    find: async (_, seen) => (seen ? findDoubled(seen.ledger) : []),
  },
  {
    id: 'INV2',
    about: 'every acknowledged post is there',
    find: async (sql, seen) => (seen ? await findLost(sql, seen) : []),
  },
  {
    id: 'INV3',
    about: 'one post per name that a caller gave it',
    find: async (sql) => [
      ...(await names(
        ...([
          sql,
          `SELECT resource_id AS id FROM idempotency_keys GROUP BY owner_id, resource_id HAVING count(*) > 1`,
        ] as const),
        'has more than one name',
      )),
      ...(await names(
        sql,
        `SELECT k.key AS id FROM idempotency_keys k LEFT JOIN posts p ON p.owner_id = k.owner_id AND p.id = k.resource_id
          WHERE k.scope IN ('post', 'bulk') AND k.expires_at IS NULL AND p.id IS NULL`,
        'names a post that is not there',
      )),
    ],
  },
  {
    id: 'INV8',
    about: 'what is said to be published is live under its id',
    find: async (sql, seen) => (seen ? await findMadeUp(sql, seen) : []),
  },
  {
    id: 'INV9',
    about: 'no target is stuck',
    find: async (sql) => [
      ...(await names(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets
          WHERE due_at < herald_now() - interval '60 seconds' AND coalesce(lease_until, due_at) < herald_now() - interval '60 seconds'`,
        'is a target over a minute past due',
      )),
      ...(await names(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets
          WHERE stage = 'sending' AND sent_at < herald_now() - interval '240 seconds' AND lease_until < herald_now()`,
        'is being sent for over four minutes',
      )),
      ...(await names(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets
          WHERE stage = 'preparing' AND coalesce(handle_at, claimed_at) < herald_now() - interval '20 minutes' AND due_at < herald_now()`,
        'is being prepared for over twenty minutes',
      )),
      ...(await names(
        sql,
        `SELECT post_id || ' ' || account_id AS id FROM post_targets WHERE status IN ('pending', 'scheduled', 'publishing') AND due_at IS NULL`,
        'is a target that nobody will look at',
      )),
      ...(await names(
        sql,
        `SELECT p.id FROM posts p WHERE p.status IN ('queued', 'publishing') AND NOT EXISTS (
           SELECT 1 FROM post_targets t WHERE t.post_id = p.id AND t.status IN ('pending', 'publishing'))`,
        'does not follow its targets',
      )),
    ],
  },
  {
    id: 'INV11',
    about: 'nothing goes out before its time',
    find: async (sql) =>
      await names(
        sql,
        `SELECT t.post_id || ' ' || t.account_id AS id FROM post_targets t JOIN posts p ON p.id = t.post_id
          WHERE p.accepted_at IS NULL AND t.sent_at < p.scheduled_for`,
        'was sent before its time',
      ),
  },
  {
    id: 'INV14',
    about: 'what is in doubt is so for a reason',
    find: async (sql, seen) => (seen ? await findUnexplained(sql, seen) : []),
  },
];
