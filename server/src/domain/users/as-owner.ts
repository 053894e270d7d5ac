import { AppError } from '../../kernel/errors.ts';
import type { Ctx, SystemCtx } from '../context.ts';
import { findAccountOwner, findKeyOwner, selectUsers } from './user-store.ts';

export async function asOwner(ctx: SystemCtx, userId: string | undefined): Promise<Ctx> {
  const users = await selectUsers(ctx.db);
  const user = userId === undefined ? users[0] : users.find((one) => one.id === userId);
  if (user === undefined) {
    throw new AppError(
      'notFound',
      `User${userId === undefined ? '' : ` ${userId}`} does not exist: run herald user list`,
    );
  }
  if (userId === undefined && users.length > 1) {
    throw new AppError('validation', 'There are several users: choose one with --user (run herald user list)');
  }
  return { ...ctx, caller: { kind: 'system', ownerId: user.id } };
}

export async function asKeyOwner(ctx: SystemCtx, keyId: string): Promise<Ctx> {
  const ownerId = await findKeyOwner(ctx.db, keyId);
  if (ownerId === undefined) throw new AppError('notFound', `Key ${keyId} does not exist: run herald key list`);
  return { ...ctx, caller: { kind: 'system', ownerId } };
}

export async function asAccountOwner(ctx: SystemCtx, accountId: string): Promise<Ctx> {
  const ownerId = await findAccountOwner(ctx.db, accountId);
  if (ownerId === undefined)
    throw new AppError('notFound', `Account ${accountId} does not exist: run herald account list`);
  return { ...ctx, caller: { kind: 'system', ownerId } };
}
