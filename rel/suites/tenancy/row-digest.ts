import type { CaseDatabase } from '../../harness/testbed.ts';

/** Covers every row that contains one of the IDs, so the digests also change when another row begins to refer to one. */
export async function digestRows(database: CaseDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  const tables = await database.sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest
         FROM ${name} t WHERE t::text ~ $1`,
  );
  const rows = await database.sql<{ name: string; digest: string }>(parts.join(' UNION ALL '), [ids.join('|')]);
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}
