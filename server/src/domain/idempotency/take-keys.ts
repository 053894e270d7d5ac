import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import type { Naming } from './idempotency-key.ts';
import { takeKeyRows } from './idempotency-store.ts';

/**
 * Claims idempotency keys in the transaction that creates their resources, and returns the resources whose keys were
 * free. Waits for concurrent transactions that claim the same keys.
 */
export async function takeKeys(ctx: TxCtx, namings: readonly Naming[]): Promise<ReadonlySet<string>> {
  if (namings.length === 0) return new Set();
  return new Set(await takeKeyRows(ctx.db, scopeOf(ctx.caller), namings));
}
