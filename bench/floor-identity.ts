import { createHash } from 'node:crypto';
import type pg from 'pg';

// The query that Herald runs for every key.
const text = `
    WITH identity AS (
      SELECT k.id, k.owner_id, k.scope, k.permission, k.last_used_at, b.per_minute,
             60000000 / b.per_minute * interval '1 microsecond' AS step
        FROM api_keys k
        JOIN users u ON u.id = k.owner_id
        CROSS JOIN LATERAL (SELECT ($1::jsonb ->> u.plan)::int AS per_minute) b
       WHERE k.hash = $2
    ), budget AS (
      INSERT INTO request_budgets AS bucket (owner_id, full_at, admitted)
      SELECT owner_id, herald_now() + step, true FROM identity WHERE per_minute IS NOT NULL
      ON CONFLICT (owner_id) DO UPDATE SET (full_at, admitted) = (
        SELECT CASE WHEN fits THEN moved ELSE bucket.full_at END, fits
          FROM (SELECT greatest(bucket.full_at, herald_now()) + identity.step AS moved,
                       greatest(bucket.full_at, herald_now()) + identity.step
                         <= herald_now() + interval '1 minute' AS fits
                  FROM identity) AS judged)
      RETURNING full_at, admitted
    )
    SELECT f.id, f.owner_id, f.permission, f.last_used_at, f.per_minute, herald_now() AS now,
           CASE WHEN f.scope = 'profiles' THEN ARRAY(
             SELECT p.profile_id FROM api_key_profiles p WHERE p.owner_id = f.owner_id AND p.key_id = f.id
           ) END AS profile_ids,
           t.admitted, extract(epoch FROM t.full_at - herald_now())::float8 AS full_in
      FROM identity f LEFT JOIN budget t ON true`;

const budgets = JSON.stringify({ free: 60, starter: 120, pro: 600, scale: 1200, 'self-hosted': null });

export async function findOwner(db: pg.Pool, authorization: string | undefined): Promise<string | undefined> {
  const hash = createHash('sha256')
    .update(authorization?.slice('Bearer '.length) ?? '')
    .digest();
  const { rows } = await db.query<{ owner_id: string }>({ name: 'identity', text, values: [budgets, hash] });
  return rows[0]?.owner_id;
}
