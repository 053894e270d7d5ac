import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { startEngine } from '../src/embedded/engine.ts';
import { realClock } from '../src/kernel/time/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { secureRandom } from '../src/kernel/crypto/random.ts';
import { checkout } from '../src/boot/open-database.ts';

type TestServer = { url: string; stop(): Promise<void> };

// A test database does not outlive its run.
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** The database's clock stands still until a test advances it. */
const clockSql = `
  CREATE TABLE test_clock (at timestamptz NOT NULL);
  INSERT INTO test_clock VALUES ('2026-03-02T09:00:00Z');
  CREATE OR REPLACE FUNCTION herald_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM test_clock';`;

export async function testServer(): Promise<TestServer> {
  const givenUrl = process.env['HERALD_TEST_DATABASE_URL'];
  return givenUrl === undefined ? startTestEngine() : { url: givenUrl, stop: () => Promise.resolve() };
}

export async function startTestEngine(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-test-'));
  chmodSync(folder, 0o755);
  const engine = await startEngine({
    dataDir: folder,
    databaseUser: undefined,
    checkout,
    holderName: 'herald tests',
    clock: realClock,
    random: secureRandom,
    log: createLog('error'),
    settings: fastSettings,
  });
  return {
    url: engine.url,
    stop: async () => {
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The template is migrated once per server. */
export async function cloneTemplate(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const template = await ensureTemplate(serverUrl);
  const name = `herald_test_${randomBytes(6).toString('hex')}`;
  const admin = openPool(serverUrl);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: async () => {
      await waitForLeaving(admin, name);
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Owners of closing connections no longer handle errors. */
async function waitForLeaving(admin: pg.Pool, database: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [database]);
    if (rowCount === 0) return;
    await realClock.sleep(25);
  }
}

/** Opening a connection costs more than a query. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  return pool;
}

const templates = new Map<string, Promise<string>>();

export function ensureTemplate(serverUrl: string): Promise<string> {
  const template = templates.get(serverUrl) ?? makeTemplate(serverUrl);
  templates.set(serverUrl, template);
  return template;
}

async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `herald_template_${schemaHash()}`;
  await onServer(serverUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(40100009)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return;
    const partial = `${name}_partial`;
    await client.query(`DROP DATABASE IF EXISTS ${partial}`);
    await client.query(`CREATE DATABASE ${partial} TEMPLATE template0`);
    await migrate(databaseUrl(serverUrl, partial), realClock);
    await onServer(databaseUrl(serverUrl, partial), (inside) => inside.query(clockSql));
    await client.query(`ALTER DATABASE ${partial} RENAME TO ${name}`);
  });
  return name;
}

export async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function schemaHash(): string {
  const folder = new URL('../src/db/migrations/', import.meta.url);
  const hash = createHash('sha256').update(clockSql);
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(new URL(file, folder)));
  return hash.digest('hex').slice(0, 12);
}
