import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../kernel/time/clock.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { databaseFailure } from './failure.ts';
import type { Db } from './client.ts';
import { openSession } from './session.ts';

type AppliedMigration = { name: string; checksum: string };
type Migration = AppliedMigration & { text: string };

const folder = new URL('./migrations/', import.meta.url);
const lockKey = 4010_0001;
const schemaMigrationsSql = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)`;
const latestSql = 'SELECT name FROM schema_migrations ORDER BY name DESC LIMIT 1';

/** A lock makes concurrent calls safe. */
export async function migrate(
  url: string,
  clock: Clock,
  onProgress: (text: string) => void = () => undefined,
): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const missing = await findMissing(client);
    for (const [index, file] of missing.entries()) {
      onProgress(`${index + 1} of ${missing.length}: ${file.name}`);
      await apply(client, file, clock);
    }
    return missing.map((file) => file.name);
  });
}

export async function pendingMigrations(url: string): Promise<string[]> {
  return withClient(url, async (client) => (await findMissing(client)).map((file) => file.name));
}

export async function isMigrated(db: Db): Promise<boolean> {
  const latest = (await migrationNames()).at(-1);
  const { rows } = await sql.raw<{ name: string }>(latestSql).execute(db);
  return rows[0]?.name === latest;
}

/** False also if the database cannot be reached. */
export async function hasSchema(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(latestSql);
    return rows[0]?.name === (await migrationNames()).at(-1);
  }).catch(() => false);
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  try {
    const client = await openSession(url);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw databaseFailure(error);
  }
}

async function findMissing(client: pg.Client): Promise<Migration[]> {
  await client.query(schemaMigrationsSql);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  );
  const files = await readMigrations();
  refuseMismatch(files, rows);
  const applied = new Set(rows.map((row) => row.name));
  return files.filter((file) => !applied.has(file.name));
}

/** Versions that the main branch had for a short time. With either, the schema is the same after 0036. */
const otherVersions: Readonly<Record<string, string>> = {
  '0031-open-deliveries.sql': '0f850b75590a0d09ade3dca4ab1f5b03b1811e315a767e7d6abaa94044103abe',
  '0035-partitions.sql': '4990da3ef5e0b0458e03771ac7d13a1ca2b572ba489f424cff6ecde564986c15',
  '0036-deliveries-kept-longer.sql': 'aebf451360dc6eaa46538cace37260924344fd83051c3a05ab4266d2c3816225',
};

function refuseMismatch(files: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const row of applied) {
    const file = byName.get(row.name);
    if (file === undefined) {
      throw new StartFault(
        `The database has the migration ${row.name}, which this version of Herald does not know. ` +
          'Start the newer version that applied it, or restore a backup from before the upgrade.',
      );
    }
    if (file.checksum !== row.checksum && otherVersions[row.name] !== row.checksum) {
      throw new StartFault(
        `The migration ${row.name} was changed after it had been applied. Restore the file and add corrections as a new migration.`,
      );
    }
  }
}

async function run(client: pg.Client, { name, text, checksum }: Migration, clock: Clock): Promise<void> {
  await client.query(text);
  await client.query('INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ($1, $2, $3)', [
    name,
    checksum,
    clock.now(),
  ]);
}

async function apply(client: pg.Client, file: Migration, clock: Clock): Promise<void> {
  await client.query('BEGIN');
  try {
    await run(client, file, clock);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${file.name} failed and was rolled back`, { cause: error });
  }
}

export async function requireKnownMigrations(applied: readonly AppliedMigration[]): Promise<void> {
  refuseMismatch(await readMigrations(), applied);
}

export async function applyMigrations(
  client: pg.Client,
  applied: readonly AppliedMigration[],
  clock: Clock,
): Promise<void> {
  await client.query(schemaMigrationsSql);
  const files = new Map((await readMigrations()).map((file) => [file.name, file]));
  for (const { name } of applied) {
    const file = files.get(name);
    if (file !== undefined) await run(client, file, clock);
  }
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

async function readMigrations(): Promise<Migration[]> {
  const names = await migrationNames();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
