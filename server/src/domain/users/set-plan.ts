import type { Plan } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { updatePlan } from './user-store.ts';
import { userView, type User } from './user-view.ts';

export async function setPlan(ctx: Pick<Ctx, 'db'>, input: { userId: string; plan: Plan }): Promise<User> {
  const row = await updatePlan(ctx.db, { id: input.userId, plan: input.plan });
  if (row === undefined) throw new AppError('notFound', `User ${input.userId} does not exist: run herald user list`);
  return userView(row);
}
