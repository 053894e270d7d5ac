import type { Plan, UserRow } from '../../db/rows.ts';

export type User = { id: string; name: string; plan: Plan; createdAt: string };

export function userView(row: UserRow): User {
  return { id: row.id, name: row.name, plan: row.plan, createdAt: row.createdAt.toISOString() };
}
