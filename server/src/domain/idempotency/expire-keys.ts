import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { expireKeyRows } from './idempotency-store.ts';

/** What they named is gone: they stay taken for a day from when they were. */
export function expireKeys(ctx: TxCtx, resourceId: string): Promise<void> {
  return expireKeyRows(ctx.db, scopeOf(ctx.caller), resourceId);
}
