import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { duplicateWindowMs } from './limits.ts';
import { findPost } from './post-store.ts';
import { findDuplicate, lockSame } from './target-store.ts';

type Guarded = { postId: string; dueAt: Date; targets: readonly { accountId: string; fingerprint: Buffer }[] };

/** The same words and files on the same account within a day: once. Held until the transaction ends. */
export async function guardDuplicates(ctx: TxCtx, guarded: Guarded): Promise<void> {
  const scope = scopeOf(ctx.caller);
  await lockSame(ctx.db, scope, guarded.targets);
  const found = await findDuplicate(ctx.db, scope, { ...guarded, windowMs: duplicateWindowMs });
  if (found === undefined) return;
  const isVisible = (await findPost(ctx.db, scope, found.postId)) !== undefined;
  throw new AppError(
    'duplicateContent',
    'The same goes out, or went out, on this account within 24 hours: send allowDuplicate to publish it all the same',
    { param: null, existingPostId: isVisible ? found.postId : null },
  );
}
