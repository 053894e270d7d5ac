import { inTransaction } from '../../db/transaction.ts';
import type { SystemCtx } from '../context.ts';
import { createUserInTransaction, type CreatedUser } from './create-user.ts';
import { hasUsersLocked } from './user-store.ts';

export async function createFirstUser(ctx: SystemCtx, chosenKey: string | undefined): Promise<CreatedUser | undefined> {
  return inTransaction(ctx, async (ctx) => {
    if (await hasUsersLocked(ctx.db)) return undefined;
    const key = chosenKey === undefined ? {} : { key: chosenKey };
    return createUserInTransaction(ctx, { name: 'Default', plan: 'self-hosted', ...key });
  });
}
