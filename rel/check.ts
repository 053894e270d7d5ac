// Checks a database at rest: npm run rel:check -- --database <url>. Cases also pass what they observed from outside.
import pg from 'pg';
import { postChecks, type PostObservations } from './check-posts.ts';
import { parseCommandLine, runCommand, UsageError } from './harness/programs/command-line.ts';
import { invariants, violation, type InvariantName } from './invariants.ts';

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

type Observations = {
  secrets: readonly string[];
  logs: string;
  /** Nothing is delivered or published while an installation is held. */
  isHeld?: boolean;
  posts?: PostObservations;
};

type Check = { name: InvariantName; find(sql: Sql, observed: Observations): Promise<string[]> };

const listFaults = (rows: { id: string }[], fault: string): string[] => rows.map(({ id }) => `${id} ${fault}`);

const checks: readonly Check[] = [
  ...postChecks.map(({ name, find }) => ({
    name,
    find: (sql: Sql, { posts }: Observations) => find(sql, posts),
  })),
  {
    name: 'one-post-per-slot',
    find: async (sql) =>
      listFaults(
        await sql(`SELECT queue_id || ' at ' || scheduled_for AS id FROM posts
                    WHERE queue_id IS NOT NULL AND status IN ('scheduled', 'queued', 'publishing')
                    GROUP BY queue_id, scheduled_for HAVING count(*) > 1`),
        'is a slot with more than one post',
      ),
  },
  {
    name: 'one-delivery-per-event',
    find: async (sql) => [
      ...listFaults(
        await sql(`
          SELECT v.id || ' for ' || e.id AS id FROM events v
            JOIN webhook_endpoints e ON e.owner_id = v.owner_id AND e.is_active AND v.type = ANY(e.events)
             AND e.profile_access = 'all_profiles' AND e.created_at < v.created_at
            LEFT JOIN webhook_deliveries d ON d.event_id = v.id AND d.endpoint_id = e.id
           WHERE v.is_in_feed AND d.id IS NULL
             AND NOT EXISTS (SELECT 1 FROM webhook_deliveries t WHERE t.event_id = v.id)`),
        'has no delivery',
      ),
      ...listFaults(
        await sql(`SELECT event_id || ' for ' || endpoint_id AS id FROM webhook_deliveries
                    GROUP BY event_id, endpoint_id HAVING count(*) > 1`),
        'has more than one delivery',
      ),
      ...listFaults(
        await sql(`SELECT d.id FROM webhook_deliveries d LEFT JOIN events v ON v.id = d.event_id
                    WHERE v.id IS NULL`),
        'is a delivery without an event',
      ),
      ...listFaults(
        await sql(`SELECT d.id FROM webhook_deliveries d
                    WHERE d.attempt_count <> (SELECT count(*) FROM webhook_attempts a WHERE a.delivery_id = d.id)`),
        'has an attempt count that differs from its history',
      ),
      ...listFaults(
        await sql(`SELECT d.id FROM webhook_deliveries d LEFT JOIN open_deliveries o ON o.delivery_id = d.id
                    WHERE (d.status IN ('pending', 'retrying')) <> (o.next_attempt_at IS NOT NULL)`),
        'is open in the log or in the queue, but not in both',
      ),
    ],
  },
  {
    name: 'no-leaked-secrets',
    find: async (sql, { secrets, logs }) => {
      const faults: string[] = secrets.filter((secret) => logs.includes(secret)).map(() => 'a secret is in a log');
      const tables: [string, string][] = [
        ['events', `SELECT convert_from(body, 'UTF8') AS text FROM events`],
        ['webhook_endpoints', 'SELECT e::text AS text FROM webhook_endpoints e'],
        ['accounts', 'SELECT a::text AS text FROM accounts a'],
        ['connect_sessions', 'SELECT s::text AS text FROM connect_sessions s'],
        ['token_revocations', 'SELECT r::text AS text FROM token_revocations r'],
        ['webhook_deliveries', 'SELECT d::text AS text FROM webhook_deliveries d WHERE last_error_code IS NOT NULL'],
      ];
      for (const [table, text] of tables) {
        const rows = await sql<{ text: string }>(text);
        const leaked = secrets.filter((secret) => rows.some((row) => row.text.includes(secret)));
        faults.push(...leaked.map(() => `a secret is in ${table}`));
      }
      return faults;
    },
  },
  {
    name: 'no-stuck-deliveries',
    find: async (sql, { isHeld = false }) =>
      listFaults(
        await sql(
          `SELECT delivery_id AS id FROM open_deliveries
            WHERE next_attempt_at < herald_now() - interval '60 seconds' AND NOT $1`,
          [isHeld],
        ),
        'is a delivery over a minute past due',
      ),
  },
  {
    name: 'database-intact',
    find: async (sql) => [
      ...(await sql<{ on: string }>(`SELECT current_setting('data_checksums') AS on`))
        .filter((row) => row.on !== 'on')
        .map(() => 'data checksums are off'),
      ...listFaults(await sql(`SELECT conname AS id FROM pg_constraint WHERE NOT convalidated`), 'is not valid'),
      ...(await findDamage(sql)),
    ],
  },
  {
    name: 'caps-hold',
    find: async (sql) => [
      ...listFaults(
        await sql(`SELECT owner_id AS id FROM webhook_endpoints GROUP BY owner_id HAVING count(*) > 25`),
        'has more than 25 endpoints',
      ),
      ...listFaults(
        await sql(`SELECT profile_id AS id FROM queues GROUP BY profile_id HAVING count(*) > 10`),
        'has more than 10 queues',
      ),
      ...listFaults(
        await sql(`SELECT owner_id AS id FROM hourly_uses WHERE operation = 'webhook.trigger'
                      AND used_at > herald_now() - interval '1 hour' GROUP BY owner_id HAVING count(*) > 60`),
        'has triggered more than 60 deliveries in an hour',
      ),
    ],
  },
];

/** `amcheck` reports a damaged index as an error of the statement. */
async function findDamage(sql: Sql): Promise<string[]> {
  if ((await sql(`SELECT 1 FROM pg_extension WHERE extname = 'amcheck'`)).length === 0) return [];
  const relations = (kind: string): string => `
    SELECT c.oid, c.relname FROM pg_class c LEFT JOIN pg_am a ON a.oid = c.relam
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = '${kind}'
       AND c.relpersistence = 'p' AND coalesce(a.amname, '') IN ('heap', 'btree')`;
  try {
    await sql(`SELECT bt_index_check(r.oid::regclass, true) FROM (${relations('i')}) r`);
    const broken = await sql<{ id: string }>(
      `SELECT r.relname AS id FROM (${relations('r')}) r CROSS JOIN LATERAL verify_heapam(r.oid::regclass) h`,
    );
    return listFaults(broken, 'has a damaged row');
  } catch (error) {
    return [`an index is damaged: ${error instanceof Error ? error.message : String(error)}`];
  }
}

export async function checkInvariants(sql: Sql, observed: Observations): Promise<string[]> {
  const violations: string[] = [];
  for (const { name, find } of checks) {
    for (const fault of await find(sql, observed)) violations.push(violation(name, fault));
  }
  return violations;
}

async function checkDatabase(): Promise<number> {
  const { values } = parseCommandLine({ options: { database: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    console.log(
      'Usage: node rel/check.ts --database <url>\n\nChecks the invariants of a database that nobody writes to.',
    );
    return 0;
  }
  if (values.database === undefined) throw new UsageError('--database is required, e.g. --database postgres://…');
  const client = new pg.Client({ connectionString: values.database });
  await client.connect();
  const sql: Sql = async (text, parameters = []) => (await client.query(text, parameters)).rows;
  const violations = await checkInvariants(sql, { secrets: [], logs: '' });
  await client.end();
  for (const { name } of checks) {
    const isBroken = violations.some((text) => text.startsWith(`${name}:`));
    console.log(`${isBroken ? 'FAIL' : 'ok  '} ${name}: ${invariants[name]}`);
  }
  for (const text of violations.slice(0, 100)) console.log(`     ${text}`);
  return violations.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) await runCommand('node rel/check.ts', checkDatabase);
