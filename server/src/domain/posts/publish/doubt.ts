import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { CountedEvents } from '../../../kernel/counts.ts';
import type { Ctx } from '../../context.ts';

type Counting = Pick<Ctx, 'counts'>;

/**
 * Counts a doubt that begins with a look-up: the worker died while sending, or a retry follows an unknown outcome. Lost
 * responses are counted when they happen.
 */
export function countDoubt({ counts }: Counting, { platform, stage, settleCount, waiting }: PostTargetRow): void {
  const isFirstLookUp = stage === 'sending' ? settleCount === 0 : stage === 'reconciling' && waiting === null;
  if (isFirstLookUp) counts.count('publishDoubt', { platform });
}

export function countSettled(
  { counts }: Counting,
  { platform }: Pick<PostTargetRow, 'platform'>,
  result: CountedEvents['publishDoubtSettled']['result'],
): void {
  counts.count('publishDoubtSettled', { platform, result });
}
