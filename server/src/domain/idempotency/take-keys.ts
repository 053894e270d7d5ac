import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { takeKeyRows } from './idempotency-store.ts';

type Naming = IdempotencyKey & { resourceId: string };

/**
 * In the transaction that makes what they name: which resources got their names. The others' are taken; a rival about
 * to take one is waited for.
 */
export async function takeKeys(ctx: TxCtx, namings: readonly Naming[]): Promise<ReadonlySet<string>> {
  if (namings.length === 0) return new Set();
  return new Set(await takeKeyRows(ctx.db, scopeOf(ctx.caller), { namings, at: ctx.clock.now() }));
}
