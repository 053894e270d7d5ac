import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import type { Naming } from './idempotency-key.ts';
import { takeKeyRows } from './idempotency-store.ts';

/** Returns the resources whose keys were free. Waits for concurrent transactions with the same keys. */
export async function takeKeys(ctx: TxCtx, namings: readonly Naming[]): Promise<ReadonlySet<string>> {
  if (namings.length === 0) return new Set();
  return new Set(await takeKeyRows(ctx.db, scopeOf(ctx.caller), namings));
}
