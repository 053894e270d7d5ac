import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { insertUse, lockUses } from './hourly-use-store.ts';
import { hourlyCaps } from './limits.ts';

/** Call last, in the transaction of the operation, so that failed operations do not count. */
export async function takeHourlyCap(
  ctx: Pick<TxCtx, 'db' | 'caller'>,
  operation: keyof typeof hourlyCaps,
): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const { used, oldestLeavesInSeconds } = await lockUses(ctx.db, scope, operation);
  if (used >= hourlyCaps[operation]) {
    throw new AppError('rateLimited', `This request is limited to ${hourlyCaps[operation]} per hour`, {
      retryAfterSeconds: Math.max(1, Math.ceil(oldestLeavesInSeconds)),
    });
  }
  await insertUse(ctx.db, { ownerId: scope.ownerId, operation });
}
