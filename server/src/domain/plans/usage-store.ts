import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Plan } from '../../db/rows.ts';
import type { Scope } from '../context.ts';

type UsageRow = { plan: Plan; api_keys: number; now: Date };

/** Numbers of the whole owner: usage is the one read that shows them to every key. */
export function selectUsage(db: Db, scope: Scope): Promise<UsageRow> {
  return db
    .selectFrom('users as u')
    .select((select) => [
      'u.plan',
      sql<Date>`herald_now()`.as('now'),
      select
        .selectFrom('api_keys as k')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('k.owner_id', '=', 'u.id')
        .as('api_keys'),
    ])
    .where('u.id', '=', scope.ownerId)
    .$castTo<UsageRow>()
    .executeTakeFirstOrThrow();
}
