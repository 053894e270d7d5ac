import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { expireKeyRows } from './idempotency-store.ts';

/** Keys stay in use for 24 hours from their first use. */
export function expireKeys(ctx: TxCtx, resourceId: string): Promise<void> {
  return expireKeyRows(ctx.db, scopeOf(ctx.caller), resourceId);
}
