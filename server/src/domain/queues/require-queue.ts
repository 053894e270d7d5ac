import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import type { Selected, StoredQueue } from './queue.ts';
import { findQueue } from './queue-store.ts';

export async function requireQueue(ctx: Ctx | TxCtx, selected: Selected): Promise<StoredQueue> {
  await requireProfile(ctx, selected.profileId);
  const row = await findQueue(ctx.db, scopeOf(ctx.caller), selected);
  if (row === undefined) throw new AppError('notFound', 'Not found');
  return row;
}
