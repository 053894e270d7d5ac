import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { findAccountOwner, findKeyOwner, selectUsers } from './user-store.ts';

/** The context of an operator who acts for a user; without an id for the only user there is. */
export async function asOwner(ctx: Omit<Ctx, 'caller'>, userId: string | undefined): Promise<Ctx> {
  const users = await selectUsers(ctx.db);
  const user = userId === undefined ? users[0] : users.find((one) => one.id === userId);
  if (user === undefined) {
    throw new AppError('notFound', `There is no user${userId === undefined ? '' : ` ${userId}`}: see herald user list`);
  }
  if (userId === undefined && users.length > 1) {
    throw new AppError('validation', 'There are several users: choose one with --user (see herald user list)');
  }
  return { ...ctx, caller: { kind: 'system', ownerId: user.id } };
}

/** The same for whoever owns a key. */
export async function asKeyOwner(ctx: Omit<Ctx, 'caller'>, keyId: string): Promise<Ctx> {
  const ownerId = await findKeyOwner(ctx.db, keyId);
  if (ownerId === undefined) throw new AppError('notFound', `There is no key ${keyId}: see herald key list`);
  return { ...ctx, caller: { kind: 'system', ownerId } };
}

/** The same for whoever owns an account. */
export async function asAccountOwner(ctx: Omit<Ctx, 'caller'>, accountId: string): Promise<Ctx> {
  const ownerId = await findAccountOwner(ctx.db, accountId);
  if (ownerId === undefined)
    throw new AppError('notFound', `There is no account ${accountId}: see herald account list`);
  return { ...ctx, caller: { kind: 'system', ownerId } };
}
