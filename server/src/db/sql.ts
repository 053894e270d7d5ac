import { sql, type RawBuilder } from 'kysely';

/** Partial indexes match only literals. */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}

export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`herald_now() + make_interval(secs => ${ms}::float8 / 1000)`;
}

/** The driver would write arrays as PostgreSQL arrays. */
export function encodeJson<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  const encoded: Partial<Record<keyof Row, unknown>> = {};
  for (const column of columns) {
    const value = row[column];
    if (value !== undefined && value !== null) encoded[column] = JSON.stringify(value);
  }
  return { ...row, ...encoded };
}
