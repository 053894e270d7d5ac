import type { Imaging } from '../../../imaging/imaging.ts';
import { letOthers } from '../../../kernel/let-others.ts';
import type { MediaFacts } from '../../../platforms/adapter.ts';
import { notConnected } from '../../accounts/account-fault.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { preflight, type PreflightIssue } from './preflight.ts';
import type { PostContent } from '../request/read-content.ts';

type CheckedPost = { content: PostContent; media: readonly MediaFacts[]; targets: readonly TargetDraft[] };

/** Yields in between: fifty targets with long threads take a while. */
export async function findIssues(
  conversions: Imaging['conversions'],
  { content, media, targets }: CheckedPost,
): Promise<PreflightIssue[]> {
  const issues: PreflightIssue[] = [];
  for (const { account, platform, ...target } of targets) {
    const checkedTarget = {
      ...target,
      accountId: account.id,
      adapter: platform.adapter,
      boardId: account.defaultBoardId,
    };
    issues.push(...preflight(checkedTarget, { content, media }, conversions).issues);
    if (targets.length > 1) await letOthers();
  }
  return issues;
}

export function requireConnected(targets: readonly TargetDraft[]): void {
  const dead = targets.find(({ account }) => account.status !== 'connected');
  if (dead !== undefined) throw notConnected(dead.account);
}
