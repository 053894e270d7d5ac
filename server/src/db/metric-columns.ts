import { sql, type RawBuilder } from 'kysely';
import { metricNames } from './analytics-rows.ts';

/** The numbers of the table with the alias `m`. The driver returns bigint as text, so they are cast. */
export function countColumns(): RawBuilder<unknown> {
  return sql.join(metricNames.map((name) => sql`${sql.ref(`m.${name}`)}::float8 AS ${sql.ref(name)}`));
}

/** Casts before it adds: a sum of bigint is a numeric, which takes longer to cast than to compute. */
export function sumColumns(): RawBuilder<unknown> {
  return sql.join(
    metricNames.map((name) => sql`coalesce(sum(${sql.ref(`m.${name}`)}::float8), 0) AS ${sql.ref(name)}`),
  );
}
