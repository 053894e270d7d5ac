import type pg from 'pg';
import { applyMigrations } from '../db/migrate.ts';
import { openSession } from '../db/session.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { readLines, type Archive, type Progress } from './archive.ts';
import type { Manifest, TableFile } from './manifest.ts';
import { notOfExtension, tablesOf, textSettings } from './snapshot.ts';

type Target = { databaseUrl: string; clock: Clock; isReplacing: boolean; progress: Progress };

const batchRows = 500;
const batchCharacters = 4_000_000;
// Longer than the interval between a live worker's heartbeats.
const runningWithinSeconds = 20;

export async function withTarget<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openSession(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function checkTarget(client: pg.Client, { isReplacing }: Pick<Target, 'isReplacing'>): Promise<void> {
  const tables = new Set(await tablesOf(client));
  if (!tables.has('users')) return;
  const { rows } = await client.query<{ users: boolean; workers: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM public.users) AS users,
            EXISTS (SELECT 1 FROM public.workers
                     WHERE heartbeat_at > statement_timestamp() - interval '${runningWithinSeconds} seconds') AS workers`,
  );
  if (rows[0]?.workers === true) {
    throw new StartFault('Herald is running on this database. Stop all Herald processes, then restore.');
  }
  if (rows[0]?.users === true && !isReplacing) {
    throw new StartFault('The database is not empty. Restore with --replace to delete everything in it.');
  }
}

/** One transaction, which also marks the installation as held. */
export async function loadTables(archive: Archive, manifest: Manifest, target: Target): Promise<void> {
  await withTarget(target.databaseUrl, async (client) => {
    await client.query(`BEGIN; ${textSettings}`);
    await checkTarget(client, target);
    await dropEverything(client);
    await applyMigrations(client, manifest.schema, target.clock);
    const constraints = await dropForeignKeys(client);
    const triggered = await tablesWithTriggers(client);
    for (const table of triggered) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const tables = new Set(await tablesOf(client));
    for (const file of manifest.tables) {
      if (!tables.has(file.table))
        throw new StartFault(
          `${archive.name} has a table ${file.table} that Herald does not know. Use another backup.`,
        );
      await loadTable(client, archive, file);
      target.progress(`${file.table}: ${file.rows} rows`);
    }
    for (const table of triggered) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of constraints) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    for (const [name, value] of Object.entries(manifest.sequences)) {
      await client.query('SELECT setval($1::regclass, $2)', [`public."${name}"`, value]);
    }
    await hold(client, manifest);
    await client.query('COMMIT');
  });
}

/** Includes the job queue of an earlier version, whose work the rows contain. */
async function dropEverything(client: pg.Client): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
  const tables = [...(await tablesOf(client)), 'schema_migrations'].map((name) => `public."${name}"`);
  await client.query(`DROP TABLE IF EXISTS ${tables.join(', ')} CASCADE`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND ${notOfExtension('p.oid')}`,
  );
  for (const { name } of rows) await client.query(`DROP FUNCTION ${name} CASCADE`);
}

type ForeignKey = { table: string; name: string; definition: string };

/** Lets tables be loaded in any order; adding the keys again checks every row. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

/** The archive has the triggers' counts, so the rows must not be counted again. */
async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT DISTINCT t.tgrelid::regclass::text AS table
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows.map(({ table }) => table);
}

async function loadTable(client: pg.Client, { files, name }: Archive, { table, file, rows }: TableFile): Promise<void> {
  const source = await files.open(file);
  if (source === undefined) throw new StartFault(`${name} is damaged: ${file} is missing.`);
  // A migration may have inserted rows.
  await client.query(`DELETE FROM public."${table}"`);
  let [batch, characters, loaded] = [[] as string[], 0, 0];
  const insert = async (): Promise<void> => {
    const { rowCount } = await client.query(
      `WITH parsed AS MATERIALIZED (SELECT line::public."${table}" AS row FROM unnest($1::text[]) AS line)
       INSERT INTO public."${table}" OVERRIDING SYSTEM VALUE SELECT (row).* FROM parsed`,
      [batch],
    );
    loaded += rowCount ?? 0;
    [batch, characters] = [[], 0];
  };
  for await (const line of readLines(source)) {
    batch.push(String(line));
    characters += String(line).length;
    if (batch.length >= batchRows || characters >= batchCharacters) await insert();
  }
  if (batch.length > 0) await insert();
  if (loaded !== rows) throw new StartFault(`${name} is damaged: ${file} has ${loaded} rows instead of ${rows}.`);
}

async function hold(client: pg.Client, { createdAt, epoch }: Manifest): Promise<void> {
  await client.query(
    `INSERT INTO public.installation (id, epoch, advanced_at, held_since, held_reason)
     VALUES ('restored', $1, statement_timestamp(), statement_timestamp(), $2)
     ON CONFLICT (is_only) DO UPDATE SET held_since = excluded.held_since, held_reason = excluded.held_reason`,
    [epoch, `the database was restored from the backup of ${createdAt}`],
  );
}
