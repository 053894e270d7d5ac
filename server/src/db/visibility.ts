import { sql, type RawBuilder } from 'kysely';

type Profiles = 'all' | ReadonlySet<string>;

export function seesProfile(profiles: Profiles, column: string): RawBuilder<boolean> {
  return profiles === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ANY(${[...profiles]}::text[])`;
}

export function seesProfiles(profiles: Profiles, column: string): RawBuilder<boolean> {
  return profiles === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} <@ ${[...profiles]}::text[]`;
}

/**
 * Like `seesProfiles`, but false for an empty array: rows without a profile are visible only to keys with full access.
 */
export function seesSomeProfiles(profiles: Profiles, column: string): RawBuilder<boolean> {
  if (profiles === 'all') return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(column)} <> '{}' AND ${seesProfiles(profiles, column)})`;
}
