import type { UserRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { updateUser } from './user-store.ts';
import { userView, type User } from './user-view.ts';

type UserChanges = Partial<Pick<UserRow, 'name' | 'plan'>>;

export async function changeUser(ctx: Pick<Ctx, 'db'>, userId: string, changes: UserChanges): Promise<User> {
  const row = await updateUser(ctx.db, userId, changes);
  if (row === undefined) throw new AppError('notFound', `User ${userId} does not exist: run herald user list`);
  return userView(row);
}
