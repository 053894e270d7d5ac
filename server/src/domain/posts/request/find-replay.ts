import { AppError } from '../../../kernel/errors.ts';
import type { Post } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { findKeys } from '../../idempotency/find-keys.ts';
import type { IdempotencyKey } from '../../idempotency/idempotency-key.ts';
import { getPost } from '../get-post.ts';

export async function findReplay(ctx: Ctx, key: IdempotencyKey): Promise<Post | undefined> {
  const postId = (await findKeys(ctx, key.scope, [key.key])).get(key.key);
  if (postId === undefined) return undefined;
  return await getPost(ctx, postId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'postNotFound') throw error;
    throw requestIdTaken();
  });
}

export function requestIdTaken(): AppError {
  const message =
    'This x-request-id belongs to a post that was deleted or that this key may not see: use another x-request-id';
  return new AppError('requestIdTaken', message, { param: 'x-request-id' });
}
