import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { findKeyRow } from './idempotency-store.ts';

/** What the name was given to, if it is taken. */
export function findKey(ctx: Ctx, key: IdempotencyKey): Promise<string | undefined> {
  return findKeyRow(ctx.db, scopeOf(ctx.caller), key);
}
