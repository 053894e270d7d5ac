import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { findKeyRows } from './idempotency-store.ts';

export async function findKeys(
  ctx: Ctx,
  scope: IdempotencyKey['scope'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  return await findKeyRows(ctx.db, scopeOf(ctx.caller), { scope, keys });
}
