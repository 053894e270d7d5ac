import { sql, type RawBuilder } from 'kysely';

// Settings for the rest of a transaction, selected by its first statement. ADR 16 says why.

const onlyIndexes: RawBuilder<unknown> = sql`set_config('enable_seqscan', 'off', true)`;

/** For statements that can use only one index per table, because in an empty table all indexes cost the same. */
export const keptPlans: RawBuilder<unknown> = sql`
    ${onlyIndexes}, set_config('plan_cache_mode', 'force_generic_plan', true)`;

const analyzedMin = 1000;

/** Plans each time until ANALYZE has counted enough rows of these tables. */
export function keptPlansOnceGrown(...tables: readonly string[]): RawBuilder<unknown> {
  const names = sql.join(tables.map((name) => sql`${sql.lit(name)}::regclass`));
  return sql`
    ${onlyIndexes}, set_config('plan_cache_mode', CASE
      WHEN (SELECT min(reltuples) FROM pg_class WHERE oid IN (${names})) >= ${sql.lit(analyzedMin)} THEN 'force_generic_plan'
      ELSE 'force_custom_plan' END, true)`;
}

/** For transactions whose loss in a crash does no harm. */
export const relaxedCommit: RawBuilder<unknown> = sql`set_config('synchronous_commit', 'off', true)`;
