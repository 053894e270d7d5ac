import { sql, type RawBuilder } from 'kysely';

/** A list of constants for `IN (…)`, written as literals so that partial indexes match. */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}

/** An instant by the database's clock. */
export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`herald_now() + make_interval(secs => ${ms / 1000})`;
}
