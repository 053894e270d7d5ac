import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ApiKeyRow, Plan } from '../../db/rows.ts';

export type IdentityRow = Pick<ApiKeyRow, 'id' | 'ownerId' | 'permission' | 'lastUsedAt'> & {
  /** Null for full access. */
  profileIds: string[] | null;
  perMinute: number | null;
  /** Null without a rate limit, like `fullIn`. */
  admitted: boolean | null;
  /** Seconds until the bucket is full. */
  fullIn: number | null;
  now: Date;
};

// A constant, because building the SQL for every request would take longer than sending it.
const statement = `
    WITH identity AS (
      SELECT k.id, k.owner_id, k.scope, k.permission, k.last_used_at, b.per_minute, herald_now() AS now,
             60000000 / b.per_minute * interval '1 microsecond' AS step
        FROM api_keys k
        JOIN users u ON u.id = k.owner_id
        CROSS JOIN LATERAL (SELECT ($1::jsonb ->> u.plan)::int AS per_minute) b
       WHERE k.hash = $2
    ), budget AS (
      INSERT INTO request_budgets AS bucket (owner_id, full_at, admitted)
      SELECT owner_id, now + step, true FROM identity WHERE per_minute IS NOT NULL
      ON CONFLICT (owner_id) DO UPDATE SET (full_at, admitted) = (
        SELECT CASE WHEN fits THEN moved ELSE bucket.full_at END, fits
          FROM (SELECT greatest(bucket.full_at, identity.now) + identity.step AS moved,
                       greatest(bucket.full_at, identity.now) + identity.step <= identity.now + interval '1 minute' AS fits
                  FROM identity) AS judged)
      RETURNING full_at, admitted
    )
    SELECT f.id, f.owner_id, f.permission, f.last_used_at, f.per_minute, f.now,
           CASE WHEN f.scope = 'profiles' THEN ARRAY(
             SELECT p.profile_id FROM api_key_profiles p WHERE p.owner_id = f.owner_id AND p.key_id = f.id
           ) END AS profile_ids,
           t.admitted, extract(epoch FROM t.full_at - f.now)::float8 AS full_in
      FROM identity f LEFT JOIN budget t ON true`;

/**
 * Also takes a token from the owner's bucket. The bucket is the time at which it is full again (GCRA): a
 * request moves it by one step and is denied if it would be more than a minute ahead. A denied request writes the row
 * unchanged, so that Retry-After is exact. Steps are rounded down to microseconds, so that a full bucket admits the whole
 * limit.
 */
export async function findIdentity(
  db: Db,
  hash: Buffer,
  budgets: Readonly<Record<Plan, number | null>>,
): Promise<IdentityRow | undefined> {
  const { rows } = await db.executeQuery<IdentityRow>(CompiledQuery.raw(statement, [JSON.stringify(budgets), hash]));
  return rows[0];
}
