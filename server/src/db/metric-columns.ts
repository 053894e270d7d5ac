import { sql, type RawBuilder } from 'kysely';
import { metricNames } from './analytics-rows.ts';

/** Casts bigint, which the driver returns as text. Expects the table alias `m`. */
export function countColumns(): RawBuilder<unknown> {
  return sql.join(metricNames.map((name) => sql`${sql.ref(`m.${name}`)}::float8 AS ${sql.ref(name)}`));
}

/** Casts first: a sum of bigint is numeric, which takes longer to cast than to compute. */
export function sumColumns(): RawBuilder<unknown> {
  return sql.join(
    metricNames.map((name) => sql`coalesce(sum(${sql.ref(`m.${name}`)}::float8), 0) AS ${sql.ref(name)}`),
  );
}
