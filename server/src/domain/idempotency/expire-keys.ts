import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { expireKeyRows } from './idempotency-store.ts';

/** Frees the keys of a deleted resource 24 hours after they were first used. */
export function expireKeys(ctx: TxCtx, resourceId: string): Promise<void> {
  return expireKeyRows(ctx.db, scopeOf(ctx.caller), resourceId);
}
