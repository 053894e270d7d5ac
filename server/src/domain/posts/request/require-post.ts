import { AppError } from '../../../kernel/errors.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import type { StoredPost } from '../model/post.ts';
import { findPost, lockPost } from '../store/post-store.ts';
import { selectTargets } from '../store/target-store.ts';

/** Posts of others, or outside the scope of the key, look like unknown ones. */
export async function requirePost(ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>, id: string): Promise<StoredPost> {
  const scope = scopeOf(ctx.caller);
  const post = await findPost(ctx.db, scope, id);
  if (post === undefined) throw notFound();
  return { ...post, targets: await selectTargets(ctx.db, scope, [post.id]) };
}

export async function requireLockedPost(ctx: Pick<TxCtx, 'db' | 'caller'>, id: string): Promise<StoredPost> {
  const scope = scopeOf(ctx.caller);
  const locked = lockPost(ctx.db, scope, id);
  const targets = await selectTargets(ctx.db, scope, [id]);
  const post = locked();
  if (post === undefined) throw notFound();
  return { ...post, targets };
}

function notFound(): AppError {
  return new AppError('postNotFound', 'The post does not exist');
}
