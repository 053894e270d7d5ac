import type { TargetStatus } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';
import { checkPostAllowance } from '../../plans/check-post-allowance.ts';
import { changeOf, isCounted, type Coming } from '../../plans/counted.ts';
import { requireConnected } from './check-post.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { isUnsent } from '../model/target-state.ts';
import { previewPlacement, type Placement } from '../request/place-post.ts';
import type { StoredPost } from '../model/post.ts';
import type { Mode } from '../request/read-mode.ts';
import { placementOf } from '../replace-targets.ts';
import type { NewPost } from '../store-posts.ts';

type TargetsUpdate = {
  mode: Mode | undefined;
  wanted: readonly TargetDraft[];
  isListed: boolean;
};

/** Before files are fetched: on accounts that are there, within the plan. The last word is spoken when it is written. */
export async function checkUpdate(
  ctx: Ctx,
  post: StoredPost,
  asked: TargetsUpdate & Pick<NewPost, 'queue'>,
): Promise<void> {
  const { mode, queue, wanted } = asked;
  requireConnected(wanted.filter((one) => isUnsent(statusAfter(post, one, mode))));
  if (!mayUseAllowance(asked)) return;
  const now = wanted[0]?.account.now ?? ctx.clock.now();
  const placement = mode && (await previewPlacement(ctx, { mode, queue, now }));
  await checkPostAllowance(ctx, allowanceChanges(post, asked, placement));
}

/** Only a time or further accounts can take more of a month, and only where the plan counts. Pure. */
export function mayUseAllowance({ mode, wanted, isListed }: TargetsUpdate): boolean {
  const isMore = mode === undefined ? isListed && wanted.length > 0 : mode.kind !== 'draft';
  return isMore && isCounted(wanted.map(({ account }) => account));
}

/** What it leaves of one month and takes of another. Pure. */
export function allowanceChanges(post: StoredPost, asked: TargetsUpdate, placement: Placement | undefined): Coming[] {
  const coming = asked.wanted.map((one) => ({ status: statusAfter(post, one, asked.mode) }));
  return changeOf(post, { ...post, ...placement?.post, targets: [...coming, ...unchangedTargets(post, asked)] });
}

const placed = { draft: 'draft', now: 'pending', at: 'scheduled', queue: 'scheduled' } as const;

function statusAfter(post: StoredPost, { account }: TargetDraft, mode: Mode | undefined): TargetStatus {
  if (mode !== undefined) return placed[mode.kind];
  const known = post.targets.find(({ account_id: id }) => id === account.id);
  return known?.status ?? placementOf(post).status;
}

/** What is out already, and where no list was given also what has ended on accounts that are gone. */
function unchangedTargets({ targets }: StoredPost, { wanted, isListed }: TargetsUpdate): StoredPost['targets'] {
  const isWanted = (id: string): boolean => wanted.some(({ account }) => account.id === id);
  return targets.filter(({ account_id: id, status }) => !isWanted(id) && (status === 'published' || !isListed));
}
