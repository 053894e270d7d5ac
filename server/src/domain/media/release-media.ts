import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { keptMs } from './limits.ts';
import { dropUse } from './media-use-store.ts';

export async function releaseMedia(ctx: TxCtx, keys: readonly string[]): Promise<void> {
  const distinct = [...new Set(keys)];
  if (distinct.length > 0) await dropUse(ctx.db, scopeOf(ctx.caller), { keys: distinct, keptMs });
}
