import { CreatePost, type PostIssue, type PostValidation } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import type { HashedFacts } from './media/file-source.ts';
import { inspectFiles } from './media/inspect-files.ts';
import { composePost, isComplete, type ComposedPost } from './request/compose-post.ts';
import { findNotices } from './request/find-notices.ts';
import { draftContents, duplicateMessage, findDuplicates } from './rules/guard-duplicates.ts';
import { collectProblems } from './rules/problems.ts';

/** Creates, fetches and claims nothing. */
export async function validatePost(
  ctx: Ctx,
  { input, rawBody }: { input: CreatePost; rawBody: Readonly<Record<string, unknown>> },
): Promise<PostValidation> {
  const problems = collectProblems();
  const post = await composePost(ctx, input, { problems, files: inspectFiles });
  const isDuplicateAllowed = input.allowDuplicate ?? ctx.limits.allowsDuplicates;
  const duplicates = isComplete(post) && !isDuplicateAllowed ? await findDuplicate(ctx, post) : [];
  const notices = findNotices({ schema: CreatePost, rawBody, input, mode: post.mode, targets: post.targets });
  const issues = [...problems.issues, ...duplicates, ...notices];
  return { valid: !issues.some(({ severity }) => severity === 'error'), issues };
}

async function findDuplicate(ctx: Ctx, post: ComposedPost<HashedFacts>): Promise<PostIssue[]> {
  const [duplicate] = await findDuplicates(ctx, draftContents('', post));
  if (duplicate === undefined) return [];
  const { accountId } = duplicate;
  const platform = post.targets.find(({ account }) => account.id === accountId)?.account.platform ?? null;
  const message = duplicateMessage;
  return [{ rule: 'duplicateContent', severity: 'error', platform, accountId, field: null, message }];
}
