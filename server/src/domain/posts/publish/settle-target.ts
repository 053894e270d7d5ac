import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Settled } from '../../../platforms/adapter.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { waitForAbsence } from '../model/target-state.ts';
import { repeatLookUp, failInDoubt, refusalOf } from './look-up-later.ts';
import { countDoubt, countSettled } from './doubt.ts';
import { failedTarget } from './end-target.ts';
import { isOwnedByOther } from '../store/held-target-store.ts';
import { sendTarget } from './send-target.ts';
import { isTimeUp, type Sending } from './sending.ts';
import { finish } from './record-outcome.ts';
import { waitTarget } from './wait-target.ts';

/** Includes the first send. */
const sendsMax = 3;

/** Sends again only if the platform certainly does not have the post, and late enough for absence to prove that. */
export async function settleTarget(ctx: Ctx, sending: Sending): Promise<void> {
  const { call, publish, platformPost, target } = sending;
  const { publishState, sentAt } = target;
  if (publishState === null || sentAt === null) throw new Error('a target without publish state cannot be looked up');
  const settled = await excludeOwnedPosts(
    ctx,
    sending,
    await publish.settle(call, platformPost, { publishState, sentAt }),
  );
  countDoubt(ctx, target);
  switch (settled.kind) {
    case 'found':
      countSettled(ctx, target, 'published');
      return await finish(ctx, sending, { ...settled, entries: [lookUpEntry('found', 'The platform has the post')] });
    case 'absent':
      return await sendAgain(ctx, sending);
    case 'inconclusive':
      // A failed look-up proves nothing, even when a client confirmed that the post may be sent again.
      if (settled.canAskAgain && !isTimeUp(sending)) return await repeatLookUp(ctx, target, settled.reason);
      if (target.isConfirmed && !settled.canAskAgain) {
        countSettled(ctx, target, 'confirmed');
        return await sendTarget(ctx, sending);
      }
      return await failInDoubt(ctx, target, settled.reason);
  }
}

/** A platform post of another target is not this one. */
async function excludeOwnedPosts(ctx: Ctx, { target }: Sending, settled: Settled): Promise<Settled> {
  if (settled.kind !== 'found') return settled;
  const { postId, accountId } = target;
  const settledTarget = { postId, accountId, platformPostId: settled.id };
  if (!(await isOwnedByOther(ctx.db, scopeOf(ctx.caller), settledTarget))) return settled;
  return {
    kind: 'inconclusive',
    reason: 'The post that was found belongs to another post of Herald',
    canAskAgain: false,
  };
}

async function sendAgain(ctx: Ctx, sending: Sending): Promise<void> {
  const { target, lease, now } = sending;
  const leftMs = (target.settleAfter ?? now).getTime() - now.getTime();
  if (leftMs > 0) {
    const code = target.waiting?.code ?? 'platformUnavailable';
    const waiting = { reason: 'The platform does not show the post yet', code, ...refusalOf(target) };
    return await waitTarget(ctx, target, waitForAbsence(target, { dueInMs: leftMs, waiting }), {
      entries: [lookUpEntry('notFound', 'The platform does not have the post')],
    });
  }
  countSettled(ctx, target, 'absent');
  if (target.sendCount >= sendsMax || isTimeUp(sending)) return await giveUp(ctx, target);
  if (lease.isLost()) return;
  await sendTarget(ctx, sending);
}

async function giveUp(ctx: Ctx, target: PostTargetRow): Promise<void> {
  const isRefused = target.waiting?.isRefusal === true;
  const times = target.sendCount === 1 ? 'once' : `${target.sendCount} times`;
  await failedTarget(ctx, target, {
    code: isRefused ? 'platformRejected' : 'platformUnavailable',
    message: isRefused
      ? `The platform refused the post ${times} for a reason that Herald does not know. The timeline has the platform's message.`
      : `Herald sent the post ${times}, and the platform neither confirmed nor published it.`,
  });
}

function lookUpEntry(result: 'found' | 'notFound', summary: string) {
  return { kind: 'outcomeCheck', summary, detail: { result } } as const;
}
