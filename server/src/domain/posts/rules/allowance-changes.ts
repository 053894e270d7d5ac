import type { TargetStatus } from '../../../db/post-rows.ts';
import { changeOf, isCounted, type Coming } from '../../plans/counted.ts';
import type { StoredPost } from '../model/post.ts';
import { placementOf } from '../replace-targets.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import type { Placement } from '../request/place-post.ts';
import type { Mode } from '../request/read-mode.ts';

type PostUpdate = {
  mode: Mode | undefined;
  targets: readonly TargetDraft[];
  isListed: boolean;
};

/** Only a time or more accounts can use more of the allowance. */
export function mayUseAllowance({ mode, targets, isListed }: PostUpdate): boolean {
  const isMore = mode === undefined ? isListed && targets.length > 0 : mode.kind !== 'draft';
  return isMore && isCounted(targets.map(({ account }) => account));
}

export function allowanceChanges(post: StoredPost, update: PostUpdate, placement: Placement | undefined): Coming[] {
  const updated = update.targets.map((target) => ({ status: statusAfter(post, target, update.mode) }));
  return changeOf(post, { ...post, ...placement?.post, targets: [...updated, ...unchangedTargets(post, update)] });
}

const statusOfMode = { draft: 'draft', now: 'pending', at: 'scheduled', queue: 'scheduled' } as const;

export function statusAfter(post: StoredPost, { account }: TargetDraft, mode: Mode | undefined): TargetStatus {
  if (mode !== undefined) return statusOfMode[mode.kind];
  const known = post.targets.find(({ accountId: id }) => id === account.id);
  return known?.status ?? placementOf(post).status;
}

function unchangedTargets({ targets }: StoredPost, update: PostUpdate): StoredPost['targets'] {
  const isUpdated = (id: string): boolean => update.targets.some(({ account }) => account.id === id);
  return targets.filter(({ accountId: id, status }) => !isUpdated(id) && (status === 'published' || !update.isListed));
}
