import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ApiKeyRow, Plan } from '../../db/rows.ts';

export type IdentityRow = Pick<ApiKeyRow, 'id' | 'owner_id' | 'permission' | 'last_used_at'> & {
  /** Null for a key of scope `full`. */
  profile_ids: string[] | null;
  per_minute: number | null;
  /** Null without a budget, like the two below. */
  admitted: boolean | null;
  /** Seconds until the bucket is full again. */
  full_in: number | null;
  now: Date;
};

// As constant text: every request passes here, and building it anew would cost more than sending it.
const statement = `
    WITH found AS (
      SELECT k.id, k.owner_id, k.scope, k.permission, k.last_used_at, b.per_minute,
             60000000 / b.per_minute * interval '1 microsecond' AS step
        FROM api_keys k
        JOIN users u ON u.id = k.owner_id
        CROSS JOIN LATERAL (SELECT ($1::jsonb ->> u.plan)::int AS per_minute) b
       WHERE k.hash = $2
    ), taken AS (
      INSERT INTO request_budgets AS bucket (owner_id, full_at, admitted)
      SELECT owner_id, herald_now() + step, true FROM found WHERE per_minute IS NOT NULL
      ON CONFLICT (owner_id) DO UPDATE SET (full_at, admitted) = (
        SELECT CASE WHEN fits THEN moved ELSE bucket.full_at END, fits
          FROM (SELECT greatest(bucket.full_at, herald_now()) + found.step AS moved,
                       greatest(bucket.full_at, herald_now()) + found.step
                         <= herald_now() + interval '1 minute' AS fits
                  FROM found) AS judged)
      RETURNING full_at, admitted
    )
    SELECT f.id, f.owner_id, f.permission, f.last_used_at, f.per_minute, herald_now() AS now,
           CASE WHEN f.scope = 'profiles' THEN ARRAY(
             SELECT p.profile_id FROM api_key_profiles p WHERE p.owner_id = f.owner_id AND p.key_id = f.id
           ) END AS profile_ids,
           t.admitted, extract(epoch FROM t.full_at - herald_now())::float8 AS full_in
      FROM found f LEFT JOIN taken t ON true`;

/**
 * Who holds the key and whether the owner's budget admits the request, in one statement. The bucket is a single
 * instant (GCRA): when it will be full again. A request moves it on by one step, and is denied when that would bring
 * it more than a minute ahead; the denied row is written unchanged, so that its instant is exact for Retry-After.
 * Steps are rounded down to microseconds, so that a full bucket holds the whole budget. A plan without one writes
 * nothing.
 */
export async function findIdentity(
  db: Db,
  hash: Buffer,
  budgets: Readonly<Record<Plan, number | null>>,
): Promise<IdentityRow | undefined> {
  const { rows } = await db.executeQuery<IdentityRow>(CompiledQuery.raw(statement, [JSON.stringify(budgets), hash]));
  return rows[0];
}
