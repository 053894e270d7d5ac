import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { takeKeyRow } from './idempotency-store.ts';

/** In the transaction that makes what it names. False when the name is taken; waits for a rival about to take it. */
export function takeKey(ctx: TxCtx, key: IdempotencyKey, resourceId: string): Promise<boolean> {
  return takeKeyRow(ctx.db, scopeOf(ctx.caller), { ...key, resourceId, at: ctx.clock.now() });
}
