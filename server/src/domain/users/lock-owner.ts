import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { lockUser } from './user-store.ts';

/** What counts or compares the things of an owner before it writes takes turns with others that do; before any other lock. */
export async function lockOwner(ctx: Pick<TxCtx, 'db' | 'caller'>): Promise<void> {
  await lockUser(ctx.db, scopeOf(ctx.caller).ownerId);
}
