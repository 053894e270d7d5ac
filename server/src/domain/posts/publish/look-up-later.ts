import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';
import { lookUpLater } from '../model/target-state.ts';
import { failedTarget } from './end-target.ts';
import { waitTarget } from './wait-target.ts';

/** The platform cannot be asked now whether it has the post. After as many tries as an attempt has, nobody knows. */
export async function repeatLookUp(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const waitMs = ctx.timing.publishRetryMs[target.settle_count];
  if (waitMs === undefined) return await failInDoubt(ctx, target, reason);
  const waiting = { reason, code: 'outcomeUnknown', ...refusalOf(target) } as const;
  await waitTarget(ctx, target, lookUpLater(target, { dueInMs: waitMs, waiting }), {
    entries: [{ kind: 'outcomeCheck', summary: reason, detail: { result: 'inconclusive' } }],
  });
}

export async function failInDoubt(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const message = `Nobody can tell whether the platform published the post: ${reason}. Look there before you retry.`;
  await failedTarget(ctx, target, { code: 'outcomeUnknown', message });
}

/** Kept along while a target is in doubt: it decides the error code if the post turns out to be absent. */
export function refusalOf({ waiting }: PostTargetRow): { isRefusal?: true } {
  return waiting?.isRefusal === true ? { isRefusal: true } : {};
}
