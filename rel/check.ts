// The invariants, over a database at rest: npm run rel:check -- --database <url>. Suites call `checkInvariants` too,
// with what they know besides.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { postInvariants, type SeenPosts } from './check-posts.ts';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** What a suite saw from outside. */
export type Seen = {
  /** Texts that must not appear anywhere but in their one place: keys, signing secrets, header values. */
  secrets: readonly string[];
  logs: string;
  /** Where networks were published on. */
  posts?: SeenPosts;
};

type Invariant = { id: string; about: string; find(sql: Sql, seen: Seen): Promise<string[]> };

const listed = (rows: { id: string }[], what: string): string[] => rows.map(({ id }) => `${id} ${what}`);

/** Those that apply so far; a new feature adds its own. */
const invariants: readonly Invariant[] = [
  ...postInvariants.map(({ id, about, find }) => ({
    id,
    about,
    find: (sql: Sql, { posts }: Seen) => find(sql, posts),
  })),
  {
    id: 'INV4',
    about: 'no two live posts share an instant of a queue',
    find: async (sql) =>
      listed(
        await sql(`SELECT queue_id || ' at ' || scheduled_for AS id FROM posts
                    WHERE queue_id IS NOT NULL AND status IN ('scheduled', 'queued', 'publishing')
                    GROUP BY queue_id, scheduled_for HAVING count(*) > 1`),
        'is a slot with more than one post',
      ),
  },
  {
    id: 'INV5',
    about: 'every event has one delivery per matching active endpoint, ended or with a future attempt',
    find: async (sql) => [
      ...listed(
        await sql(`
          SELECT v.id || ' for ' || e.id AS id FROM events v
            JOIN webhook_endpoints e ON e.owner_id = v.owner_id AND e.is_active AND v.type = ANY(e.events)
             AND e.profile_access = 'all_profiles' AND e.created_at < v.created_at
            LEFT JOIN webhook_deliveries d ON d.event_id = v.id AND d.endpoint_id = e.id
           WHERE v.is_in_feed AND d.id IS NULL
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries t WHERE t.event_id = v.id)`),
        'has no delivery',
      ),
      ...listed(
        await sql(`SELECT event_id || ' for ' || endpoint_id AS id FROM webhook_deliveries
                    GROUP BY event_id, endpoint_id HAVING count(*) > 1`),
        'has more than one delivery',
      ),
      ...listed(
        await sql(`SELECT d.id FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id
                    WHERE v.id IS NULL`),
        'is a delivery of no event',
      ),
      ...listed(
        await sql(`SELECT d.id FROM webhook_deliveries d
                    WHERE d.attempt_count <> (SELECT count(*) FROM webhook_attempts a WHERE a.delivery_id = d.id)`),
        'has another number of attempts than its history',
      ),
    ],
  },
  {
    id: 'INV7',
    about: 'no secret outside its one place',
    find: async (sql, { secrets, logs }) => {
      const faults: string[] = secrets.filter((secret) => logs.includes(secret)).map(() => 'a secret is in a log');
      const texts: [string, string][] = [
        ['events', `SELECT convert_from(body, 'UTF8') AS text FROM events`],
        ['jobs', 'SELECT payload::text || coalesce(last_error, $$$$) AS text FROM graphile_worker._private_jobs'],
        ['webhook_endpoints', 'SELECT e::text AS text FROM webhook_endpoints e'],
        ['accounts', 'SELECT a::text AS text FROM accounts a'],
        ['connect_sessions', 'SELECT s::text AS text FROM connect_sessions s'],
        ['token_revocations', 'SELECT r::text AS text FROM token_revocations r'],
        ['webhook_deliveries', 'SELECT d::text AS text FROM webhook_deliveries d WHERE last_error_code IS NOT NULL'],
      ];
      for (const [place, text] of texts) {
        const rows = await sql<{ text: string }>(text);
        const found = secrets.filter((secret) => rows.some((row) => row.text.includes(secret)));
        faults.push(...found.map(() => `a secret is in ${place}`));
      }
      return faults;
    },
  },
  {
    id: 'INV9',
    about: 'nothing is stuck',
    find: async (sql) => [
      ...listed(
        await sql(`SELECT id FROM webhook_deliveries WHERE next_attempt_at < herald_now() - interval '60 seconds'`),
        'is a delivery over a minute past due',
      ),
      ...listed(
        await sql(`SELECT j.id::text FROM graphile_worker.jobs j
                    WHERE j.locked_at < now() - interval '30 seconds'
                      AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.pool_id = j.locked_by)`),
        'is a job locked by a worker that is gone',
      ),
    ],
  },
  {
    id: 'INV10',
    about: 'checksums are on, constraints are valid, heaps and indexes are clean where amcheck is installed',
    find: async (sql) => [
      ...(await sql<{ on: string }>(`SELECT current_setting('data_checksums') AS on`))
        .filter((row) => row.on !== 'on')
        .map(() => 'data checksums are off'),
      ...listed(await sql(`SELECT conname AS id FROM pg_constraint WHERE NOT convalidated`), 'is not valid'),
      ...(await damage(sql)),
    ],
  },
  {
    id: 'INV12',
    about: 'no cap exceeded',
    find: async (sql) => [
      ...listed(
        await sql(`SELECT owner_id AS id FROM webhook_endpoints GROUP BY owner_id HAVING count(*) > 25`),
        'has more than 25 endpoints',
      ),
      ...listed(
        await sql(`SELECT profile_id AS id FROM queues GROUP BY profile_id HAVING count(*) > 10`),
        'has more than 10 queues',
      ),
      ...listed(
        await sql(`SELECT owner_id AS id FROM hourly_uses WHERE operation = 'webhook.trigger'
                      AND used_at > herald_now() - interval '1 hour' GROUP BY owner_id HAVING count(*) > 60`),
        'has triggered more than 60 deliveries in an hour',
      ),
    ],
  },
];

/** Every heap and every index against each other; an index that is damaged is an error of the statement. */
async function damage(sql: Sql): Promise<string[]> {
  if ((await sql(`SELECT 1 FROM pg_extension WHERE extname = 'amcheck'`)).length === 0) return [];
  const relations = (kind: string): string => `
    SELECT c.oid, c.relname FROM pg_class c LEFT JOIN pg_am a ON a.oid = c.relam
     WHERE c.relnamespace::regnamespace::text IN ('public', 'graphile_worker') AND c.relkind = '${kind}'
       AND c.relpersistence = 'p' AND coalesce(a.amname, '') IN ('heap', 'btree')`;
  try {
    await sql(`SELECT bt_index_check(r.oid::regclass, true) FROM (${relations('i')}) r`);
    const broken = await sql<{ id: string }>(
      `SELECT r.relname AS id FROM (${relations('r')}) r CROSS JOIN LATERAL verify_heapam(r.oid::regclass) h`,
    );
    return listed(broken, 'has a damaged row');
  } catch (error) {
    return [`an index is damaged: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export async function checkInvariants(sql: Sql, seen: Seen): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, find } of invariants) {
    for (const fault of await find(sql, seen)) faults.push(`${id}: ${fault}`);
  }
  return faults;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { database: { type: 'string' } } });
  if (values.database === undefined) throw new Error('say which database: --database postgres://…');
  const client = new pg.Client({ connectionString: values.database });
  await client.connect();
  const faults = await checkInvariants(async (text, given = []) => (await client.query(text, given)).rows, {
    secrets: [],
    logs: '',
  });
  await client.end();
  for (const { id, about } of invariants) {
    console.log(`${faults.some((fault) => fault.startsWith(`${id}:`)) ? 'FAIL' : 'ok  '} ${id} ${about}`);
  }
  for (const fault of faults.slice(0, 100)) console.log(`     ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
