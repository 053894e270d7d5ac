import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import type { Plan } from '../../db/rows.ts';
import type { Scope } from '../context.ts';
import { countedStatuses } from './counted.ts';

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

/** Of the user `u`. */
const accounts = sql`
           (SELECT count(*)::int FROM accounts a WHERE a.owner_id = u.id AND a.status <> 'disconnected')`;

/** Of the user `u`, in the UTC month around the instant; `countOf` says the same of one post. */
function postsIn(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
           (SELECT count(*)::int FROM post_targets t JOIN posts p ON p.owner_id = t.owner_id AND p.id = t.post_id
             WHERE t.owner_id = u.id AND t.status = ANY(${[...countedStatuses]}::text[])
               AND date_trunc('month', coalesce(p.scheduled_for, p.accepted_at, p.created_at), 'UTC')
                   = date_trunc('month', ${at}, 'UTC'))`;
}

/** Numbers of the whole owner: usage is the one read that shows them to every key. */
export async function selectUsage(db: Db, scope: Scope): Promise<UsageRow> {
  const { rows } = await sql<UsageRow>`
    SELECT u.plan, herald_now() AS now,
           ${accounts} AS accounts,
           (SELECT coalesce(sum(size_bytes), 0)::text FROM media m WHERE m.owner_id = u.id) AS storage_bytes,
           (SELECT count(*)::int FROM api_keys k WHERE k.owner_id = u.id) AS api_keys,
           ${postsIn(sql`herald_now()`)} AS posts,
           (SELECT count(*)::int FROM webhook_endpoints e WHERE e.owner_id = u.id) AS webhooks
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner of the key is gone');
  return row;
}

type MonthsRow = { plan: Plan; accounts: number; posts: number[] };

/** What the monthly allowance is judged by: the posts of each month in the order asked for. */
export async function selectMonths(db: Db | Tx, scope: Scope, months: readonly Date[]): Promise<MonthsRow> {
  const { rows } = await sql<MonthsRow>`
    SELECT u.plan, ${accounts} AS accounts,
           ARRAY(SELECT ${postsIn(sql`wanted.month`)}
                   FROM unnest(${[...months]}::timestamptz[]) WITH ORDINALITY AS wanted (month, place)
                  ORDER BY wanted.place) AS posts
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner is gone');
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
