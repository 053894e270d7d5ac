import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { Selected, StoredQueue } from './queue.ts';
import { findQueue } from './queue-store.ts';

/** The caller must check that the key may use the profile. */
export async function queueForPost(ctx: Ctx | TxCtx, selected: Selected): Promise<StoredQueue> {
  const row = await findQueue(ctx.db, scopeOf(ctx.caller), selected);
  if (row === undefined) throw new AppError('queueNotFound', 'The queue does not exist in this profile');
  return row;
}
