import type { Ctx } from '../context.ts';
import { selectUsers } from './user-store.ts';
import { userView, type User } from './user-view.ts';

export async function listUsers(ctx: Pick<Ctx, 'db'>): Promise<User[]> {
  return (await selectUsers(ctx.db)).map(userView);
}
