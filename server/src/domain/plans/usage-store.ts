import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';
import { ownerCount } from '../../db/owner-counts.ts';
import type { Plan } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

type CapUse = { operation: string; used: number; resetAt: Date };
type UsageRow = {
  plan: Plan;
  accounts: number;
  apiKeys: number;
  webhooks: number;
  contacts: number;
  automations: number;
  posts: number;
  storageBytes: number;
  now: Date;
};

const accounts = sql`
           (SELECT count(*)::int FROM accounts a WHERE a.owner_id = u.id AND a.status <> 'disconnected')`;

/** Must agree with `countOf`. */
function postsIn(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return ownerCount(sql`u.id`, 'posts', sql`n.part = to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM')`);
}

/** Ignores the profiles of the scope, because limits apply to the owner. */
export async function selectUsage(db: Db, scope: Scope): Promise<UsageRow> {
  const { rows } = await sql<UsageRow>`
    SELECT u.plan, herald_now() AS now,
           ${accounts} AS accounts,
           ${ownerCount(sql`u.id`, 'media_bytes')} AS storage_bytes,
           (SELECT count(*)::int FROM api_keys k WHERE k.owner_id = u.id) AS api_keys,
           ${ownerCount(sql`u.id`, 'contacts')} AS contacts,
           (SELECT count(*)::int FROM comment_automations a WHERE a.owner_id = u.id AND a.deleted_at IS NULL)
             AS automations,
           ${postsIn(sql`herald_now()`)} AS posts,
           (SELECT count(*)::int FROM webhook_endpoints e WHERE e.owner_id = u.id) AS webhooks
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner of the key no longer exists');
  return row;
}

type MonthsRow = { plan: Plan; accounts: number; posts: number[] };

export async function selectMonths(db: Db | Tx, scope: Scope, months: readonly Date[]): Promise<MonthsRow> {
  const { rows } = await sql<MonthsRow>`
    SELECT u.plan, ${accounts} AS accounts,
           ARRAY(SELECT ${postsIn(sql`listed.month`)}
                   FROM unnest(${[...months]}::timestamptz[]) WITH ORDINALITY AS listed (month, position)
                  ORDER BY listed.position) AS posts
      FROM users u WHERE u.id = ${scope.ownerId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the owner no longer exists');
  return row;
}

export async function selectCapUses(db: Db, scope: Scope): Promise<CapUse[]> {
  const { rows } = await sql<CapUse>`
    SELECT operation, count(*)::int AS used, max(used_at) + interval '1 hour' AS "resetAt"
      FROM hourly_uses
     WHERE owner_id = ${scope.ownerId} AND used_at > herald_now() - interval '1 hour'
     GROUP BY operation`.execute(db);
  return rows;
}
