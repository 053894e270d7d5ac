import type pg from 'pg';
import { openSession } from '../db/session.ts';
import { sealedColumns } from '../domain/vault/sealed-columns.ts';

const fetchRows = 500;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// Rows are stored as text, so reading needs the settings they were written with.
export const textSettings = `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL timezone = 'UTC'`;

export const notOfExtension = (oid: string): string =>
  `NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = ${oid} AND d.deptype = 'e')`;

export async function withSnapshot<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openSession(url);
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${textSettings}`);
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> 'schema_migrations'
        AND ${notOfExtension('c.oid')} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** The text of a PostgreSQL record represents every type exactly. */
export async function* rowsOf(client: pg.Client, table: string): AsyncGenerator<string> {
  for await (const { row } of fetchAll<{ row: string }>(
    client,
    `SELECT t::text AS row FROM public.${quoted(table)} t`,
  )) {
    yield row;
  }
}

export type MediaRow = { key: string; content_type: string; size_bytes: string };

export async function* mediaOf(client: pg.Client): AsyncGenerator<MediaRow> {
  yield* fetchAll<MediaRow>(
    client,
    `SELECT key, content_type, size_bytes FROM public.media WHERE status <> 'pending' ORDER BY key`,
  );
}

export async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return Object.fromEntries(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const])));
}

export async function schemaOf(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM public.schema_migrations ORDER BY name',
  );
  return rows;
}

export async function vaultOf(client: pg.Client): Promise<{ keyIds: string[]; sentinel: string | null }> {
  const sentinel = await client.query<{ sealed: string }>('SELECT sealed FROM public.vault_sentinel');
  const sources = sealedColumns.map(({ table, column, isList }) => {
    const texts = isList ? column : `ARRAY[${column}]`;
    return `SELECT split_part(one, '.', 2) AS id FROM public.${table}, unnest(${texts}) AS one WHERE one IS NOT NULL`;
  });
  const { rows } = await client.query<{ id: string }>(
    `${[`SELECT split_part(sealed, '.', 2) AS id FROM public.vault_sentinel`, ...sources].join(' UNION ')} ORDER BY 1`,
  );
  return { keyIds: rows.map(({ id }) => id), sentinel: sentinel.rows[0]?.sealed ?? null };
}

export async function epochOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ epoch: number }>('SELECT epoch FROM public.installation');
  return rows[0]?.epoch ?? 0;
}

/** A cursor keeps only one batch in memory. */
async function* fetchAll<Row extends object>(client: pg.Client, query: string): AsyncGenerator<Row> {
  await client.query(`DECLARE rows_of_table NO SCROLL CURSOR FOR ${query}`);
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${fetchRows} FROM rows_of_table`);
      yield* rows;
      if (rows.length < fetchRows) return;
    }
  } finally {
    await client.query('CLOSE rows_of_table');
  }
}
