import pg from 'pg';
import { requestTimeouts } from './client.ts';
import { databaseFailure } from './failure.ts';

type PoolerFindings = {
  faults: string[];
  warnings: string[];
};

const identitySql = `SELECT concat(oid, ' ', pg_postmaster_start_time()) AS identity FROM pg_database
 WHERE datname = current_database()`;
const statement = { name: 'herald_pooler_check', text: 'SELECT $1::int AS value' };
/** PostgreSQL reports these when two sessions of a pooler share a connection. */
const sharedNameStates = ['42P05', '26000'];

export async function checkPooler(url: string, directUrl: string): Promise<PoolerFindings> {
  const direct = await withClient(directUrl, identityOf);
  const pooled = await withClient(url, async (client) => ({
    identity: await identityOf(client),
    missing: await missingTimeouts(client),
    keepsStatements: await keepsStatements(client, url),
  }));
  const faults = [
    ...(pooled.identity === direct
      ? []
      : ['DATABASE_URL and HERALD_DATABASE_DIRECT_URL lead to different databases: let both lead to the same one.']),
    ...(pooled.keepsStatements
      ? []
      : [
          'The pooler of DATABASE_URL does not support prepared statements: use PgBouncer 1.21 or newer and set ' +
            'max_prepared_statements to 200.',
        ]),
  ];
  return { faults, warnings: pooled.missing.map(timeoutWarning) };
}

async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(identitySql);
  return rows[0]?.identity ?? '';
}

/** A pooler in transaction mode drops what a client sets, so timeouts must come from the role or the pooler. */
async function missingTimeouts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting::int = 0 ORDER BY name DESC`,
    [Object.keys(requestTimeouts)],
  );
  return rows.map(({ name }) => name);
}

function timeoutWarning(name: string): string {
  const value = Object.entries(requestTimeouts).find(([key]) => key === name)?.[1];
  return (
    `Connections through the pooler have no ${name}: run ` +
    `ALTER ROLE <user of DATABASE_URL> SET ${name} = ${value}, then reconnect the pooler.`
  );
}

/** Without support by the pooler, two sessions prepare the same name on the same connection, which fails. */
async function keepsStatements(client: pg.Client, url: string): Promise<boolean> {
  try {
    await client.query({ ...statement, values: [1] });
    await withClient(url, (other) => other.query({ ...statement, values: [2] }));
    await client.query({ ...statement, values: [3] });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && sharedNameStates.includes(error.code ?? '')) return false;
    throw error;
  }
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 6000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw databaseFailure(error);
  } finally {
    await client.end();
  }
}
