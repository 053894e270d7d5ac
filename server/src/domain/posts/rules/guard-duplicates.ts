import type { PostTargetRow } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import type { HashedFacts } from '../media/file-source.ts';
import { contentHash } from '../model/content-hash.ts';
import { duplicateWindowMs } from '../model/limits.ts';
import { publishedParts } from '../model/published-text.ts';
import type { ComposedPost } from '../request/compose-post.ts';
import { findPost } from '../store/post-store.ts';
import { selectDuplicates, lockContents, type Duplicate, type TargetContent } from '../store/target-store.ts';

export const duplicateMessage = 'The same content is already scheduled or published on this account within 24 hours.';

export async function guardDuplicates(ctx: TxCtx, contents: readonly TargetContent[]): Promise<void> {
  if (contents.length === 0) return;
  const scope = scopeOf(ctx.caller);
  lockContents(ctx.db, scope, contents);
  const [duplicate] = await findDuplicates(ctx, contents);
  if (duplicate === undefined) return;
  const isVisible = (await findPost(ctx.db, scope, duplicate.existingPostId)) !== undefined;
  throw new AppError('duplicateContent', `${duplicateMessage} Set \`allowDuplicate\` to publish it anyway.`, {
    param: null,
    existingPostId: isVisible ? duplicate.existingPostId : null,
  });
}

export function contentsOf(targets: readonly PostTargetRow[]): TargetContent[] {
  return targets.flatMap(({ postId, accountId, contentHash, dueAt }) =>
    contentHash === null || dueAt === null ? [] : [{ postId, accountId, contentHash, dueAt }],
  );
}

/** `postId` identifies the unsaved post in the result. */
export function draftContents(
  postId: string,
  { content, targets, media, dueAt }: ComposedPost<HashedFacts>,
): TargetContent[] {
  if (!(dueAt instanceof Date)) return [];
  return targets.map(({ account, customContent, settings }) => {
    const hash = contentHash(publishedParts(content, { customContent, settings, media }));
    return { postId, accountId: account.id, contentHash: hash, dueAt };
  });
}

/** Compares with stored posts and with the earlier ones of this list. */
export async function findDuplicates(
  ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>,
  contents: readonly TargetContent[],
): Promise<Duplicate[]> {
  const stored = await selectDuplicates(ctx.db, scopeOf(ctx.caller), { contents, windowMs: duplicateWindowMs });
  return [...stored, ...duplicatesAmong(contents)];
}

function duplicatesAmong(contents: readonly TargetContent[]): Duplicate[] {
  const alike = Map.groupBy(contents, ({ accountId, contentHash }) => `${accountId} ${contentHash.toString('hex')}`);
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
