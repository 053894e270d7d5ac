import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { addUse } from './media-use-store.ts';

export async function attachMedia(ctx: TxCtx, keys: readonly string[]): Promise<void> {
  const distinct = [...new Set(keys)];
  if (distinct.length === 0) return;
  const attached = await addUse(ctx.db, scopeOf(ctx.caller), distinct);
  if (attached === distinct.length) return;
  throw new AppError('mediaUnavailable', 'A media file of this post has expired: upload it again', {
    param: 'mediaItems',
  });
}
