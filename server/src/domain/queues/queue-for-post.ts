import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { Selected, StoredQueue } from './queue.ts';
import { findQueue } from './queue-store.ts';

/** The queue a post names, else the default one of its profile; whether the key may use the profile is asked before. */
export async function queueForPost(ctx: Ctx | TxCtx, selected: Selected): Promise<StoredQueue> {
  const row = await findQueue(ctx.db, scopeOf(ctx.caller), selected);
  if (row === undefined) throw new AppError('queueNotFound', 'The profile has no such queue');
  return row;
}
