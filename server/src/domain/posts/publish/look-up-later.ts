import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';
import { lookUpLater } from '../model/target-state.ts';
import { countSettled } from './doubt.ts';
import { failedTarget } from './end-target.ts';
import { waitTarget } from './wait-target.ts';

export async function repeatLookUp(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const waitMs = ctx.timing.publishRetryMs[target.settleCount];
  if (waitMs === undefined) return await failInDoubt(ctx, target, reason);
  const waiting = { reason, code: 'outcomeUnknown', ...refusalOf(target) } as const;
  await waitTarget(ctx, target, lookUpLater(target, { dueInMs: waitMs, waiting }), {
    entries: [{ kind: 'outcomeCheck', summary: reason, detail: { result: 'inconclusive' } }],
  });
}

export async function failInDoubt(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const message = `It is unknown whether the platform published the post: ${reason}. Check the platform before you retry.`;
  countSettled(ctx, target, 'unknown');
  await failedTarget(ctx, target, { code: 'outcomeUnknown', message });
}

/** Kept while the outcome is unknown: it decides the error code if the post is absent. */
export function refusalOf({ waiting }: PostTargetRow): { isRefusal?: true } {
  return waiting?.isRefusal === true ? { isRefusal: true } : {};
}
