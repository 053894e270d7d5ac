import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { lowerFullUntil } from './slot-store.ts';

/**
 * Must run in the transaction that removes a post from its slot. Without it, the slot may stay unused, but is never used twice.
 */
export async function freeSlot(ctx: TxCtx, freed: { queueId: string; slotAt: Date }): Promise<void> {
  await lowerFullUntil(ctx.db, scopeOf(ctx.caller), freed);
}
