import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { lockOwnerRow } from './owner-store.ts';

/** Serializes operations that count or compare an owner's rows before they write. Must precede any other lock. */
export async function lockOwner(ctx: Pick<TxCtx, 'db' | 'caller'>): Promise<void> {
  await lockOwnerRow(ctx.db, scopeOf(ctx.caller));
}
