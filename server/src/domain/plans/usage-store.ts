import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Plan } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

type CapUse = { operation: string; used: number; resetAt: Date };
type UsageRow = {
  plan: Plan;
  accounts: number;
  api_keys: number;
  webhooks: number;
  posts: number;
  storage_bytes: string;
  now: Date;
};

/** Numbers of the whole owner: usage is the one read that shows them to every key. */
export async function selectUsage(db: Db, scope: Scope): Promise<UsageRow> {
  const { rows } = await sql<UsageRow>`
    SELECT u.plan, herald_now() AS now,
           (SELECT count(*)::int FROM accounts a WHERE a.owner_id = u.id AND a.status <> 'disconnected') AS accounts,
           (SELECT coalesce(sum(size_bytes), 0)::text FROM media m WHERE m.owner_id = u.id) AS storage_bytes,
           (SELECT count(*)::int FROM api_keys k WHERE k.owner_id = u.id) AS api_keys,
           (SELECT count(*)::int FROM post_targets t JOIN posts p ON p.owner_id = t.owner_id AND p.id = t.post_id
             WHERE t.owner_id = u.id AND t.status IN ('scheduled', 'pending', 'publishing', 'published')
               AND date_trunc('month', coalesce(p.scheduled_for, p.accepted_at, p.created_at), 'UTC')
                   = date_trunc('month', herald_now(), 'UTC')) AS posts,
           (SELECT count(*)::int FROM webhook_endpoints e WHERE e.owner_id = u.id) AS webhooks
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner of the key is gone');
  return row;
}

/** Uses that still count; a cap is whole again when the newest of them is an hour old. */
export async function selectCapUses(db: Db, scope: Scope): Promise<CapUse[]> {
  const { rows } = await sql<CapUse>`
    SELECT operation, count(*)::int AS used, max(used_at) + interval '1 hour' AS "resetAt"
      FROM hourly_uses
     WHERE owner_id = ${scope.ownerId} AND used_at > herald_now() - interval '1 hour'
     GROUP BY operation`.execute(db);
  return rows;
}
