import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { addUse } from './media-use-store.ts';

/** From now on a post has these files; they stay until 7 days after the last such post is gone. */
export async function attachMedia(ctx: TxCtx, keys: readonly string[]): Promise<void> {
  const distinct = [...new Set(keys)];
  if (distinct.length === 0) return;
  const attached = await addUse(ctx.db, scopeOf(ctx.caller), distinct);
  if (attached === distinct.length) return;
  throw new AppError('mediaUnavailable', 'A file of this post has just expired: upload it again', {
    param: 'mediaItems',
  });
}
