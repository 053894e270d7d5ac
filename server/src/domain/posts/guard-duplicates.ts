import type { PostTargetRow } from '../../db/post-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { duplicateWindowMs } from './limits.ts';
import { findPost } from './post-store.ts';
import { findRepeats, lockSame, type Repeat, type Saying } from './target-store.ts';

export const duplicateMessage = 'The same content is already scheduled or published on this account within 24 hours.';

/** The same words and files on the same account within a day: once. Held until the transaction ends. */
export async function guardDuplicates(ctx: TxCtx, sayings: readonly Saying[]): Promise<void> {
  if (sayings.length === 0) return;
  const scope = scopeOf(ctx.caller);
  await lockSame(ctx.db, scope, sayings);
  const [found] = await listRepeats(ctx, sayings);
  if (found === undefined) return;
  const isVisible = (await findPost(ctx.db, scope, found.existingPostId)) !== undefined;
  throw new AppError('duplicateContent', `${duplicateMessage} Set \`allowDuplicate\` to publish it anyway.`, {
    param: null,
    existingPostId: isVisible ? found.existingPostId : null,
  });
}

/** Of those that go out. Pure. */
export function sayingsOf(targets: readonly PostTargetRow[]): Saying[] {
  return targets.flatMap(({ post_id: postId, account_id: accountId, fingerprint, due_at: dueAt }) =>
    fingerprint === null || dueAt === null ? [] : [{ postId, accountId, fingerprint, dueAt }],
  );
}

/** Which of them say what another post says, or one of them before it, around the same time. */
export async function listRepeats(
  ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>,
  sayings: readonly Saying[],
): Promise<Repeat[]> {
  const stored = await findRepeats(ctx.db, scopeOf(ctx.caller), { sayings, windowMs: duplicateWindowMs });
  return [...stored, ...repeatsAmong(sayings)];
}

/** Pure. */
function repeatsAmong(sayings: readonly Saying[]): Repeat[] {
  const alike = Map.groupBy(sayings, ({ accountId, fingerprint }) => `${accountId} ${fingerprint.toString('hex')}`);
  return [...alike.values()].flatMap((group) =>
    group.flatMap(({ postId, accountId, dueAt }, index) => {
      const before = group.slice(0, index).find((other) => other.postId !== postId && isNear(other.dueAt, dueAt));
      return before === undefined ? [] : [{ postId, accountId, existingPostId: before.postId }];
    }),
  );
}

function isNear(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= duplicateWindowMs;
}
