import { sql, type RawBuilder } from 'kysely';

type Profiles = 'all' | ReadonlySet<string>;

export function seesProfile(profiles: Profiles, column: string): RawBuilder<boolean> {
  return profiles === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ANY(${[...profiles]}::text[])`;
}

export function seesProfiles(profiles: Profiles, column: string): RawBuilder<boolean> {
  return profiles === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} <@ ${[...profiles]}::text[]`;
}

/** False for an empty array: only keys with full access see rows without a profile. */
export function seesSomeProfiles(profiles: Profiles, column: string): RawBuilder<boolean> {
  if (profiles === 'all') return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(column)} <> '{}' AND ${seesProfiles(profiles, column)})`;
}

/**
 * For the alias `p`. The key must see every profile of the targets; a draft without targets is visible to the key that created
 * it.
 */
export function seesPost({ profiles, keyId }: { profiles: Profiles; keyId: string | null }): RawBuilder<unknown> {
  if (profiles === 'all') return sql`true`;
  return sql`(${seesProfiles(profiles, 'p.profile_ids')} AND (p.profile_ids <> '{}' OR p.key_id = ${keyId}))`;
}
