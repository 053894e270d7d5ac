import { sql, type RawBuilder } from 'kysely';

type Kind = 'posts' | 'contacts' | 'media_bytes';

/** Reads what triggers counted. `isPart` is a condition on the alias `n` for parts of the count. */
export function ownerCount(
  ownerId: RawBuilder<unknown>,
  kind: Kind,
  isPart: RawBuilder<unknown> = sql`true`,
): RawBuilder<number> {
  return sql<number>`
           (SELECT coalesce(sum(n.amount), 0)::float8 FROM owner_counts n
             WHERE n.owner_id = ${ownerId} AND n.kind = ${sql.lit(kind)} AND ${isPart})`;
}
