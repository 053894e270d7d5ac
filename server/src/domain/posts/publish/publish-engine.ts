import { claimToken } from '../../../kernel/crypto/random.ts';
import type { Ctx, SystemCtx, TxCtx } from '../../context.ts';
import { createClaimLoop, type ClaimLoop, type Lease } from '../../background/claim-loop.ts';
import { releaseAfterFault } from './release-after-fault.ts';
import {
  claimTargets,
  countDue,
  freeClaims,
  markFound,
  renewClaims,
  selectMsToNextDue,
  selectOldestDue,
  type ClaimedTarget,
} from './publish-store.ts';
import { publishTarget } from './publish-target.ts';

export type PublishEngine = ClaimLoop & {
  /** How long to wait before the next poll, so that a post is published at its time and not at the poll after it. */
  msToNextPoll(): Promise<number>;
};

/** Claims due targets and publishes each. */
export function createPublishEngine(ctx: SystemCtx, workerId: string): PublishEngine {
  const platformNames = ctx.platforms.list().map(({ adapter }) => adapter.name);
  const loop = createClaimLoop<ClaimedTarget>({
    ctx,
    label: 'posts',
    claim: async (inProgress) => {
      const grants = freeSlots(platformNames, inProgress, ctx.limits.publishSlots);
      return grants.size === 0 ? [] : await claimTargets(ctx.db, { ...claimTerms(ctx), grants, workerId });
    },
    work: (target, lease) => publishClaimed(ctx, target, lease),
    renewal: { leaseMs: ctx.timing.publishLeaseMs, renew: (targets) => renewTargets(ctx, targets) },
  });
  return {
    ...loop,
    poll: async () => {
      await markFound(ctx.db, { platforms: platformNames, lateMs: ctx.timing.catchUpAfterMs });
      return await loop.poll();
    },
    msToNextPoll: async () => {
      const withinMs = ctx.timing.publishPollMs;
      return (await selectMsToNextDue(ctx.db, { platforms: platformNames, withinMs })) ?? withinMs;
    },
  };
}

/** Every platform has slots of its own, so that one that hangs leaves room for the others. */
function freeSlots(
  platformNames: readonly string[],
  inProgress: readonly ClaimedTarget[],
  slotsMax: number,
): Map<string, number> {
  const busy = Map.groupBy(inProgress, ({ platform }) => platform);
  const slots = platformNames.map((name) => [name, slotsMax - (busy.get(name)?.length ?? 0)] as const);
  return new Map(slots.filter(([, count]) => count > 0));
}

function claimTerms({ random, timing }: Pick<Ctx, 'random' | 'timing'>) {
  return {
    token: claimToken(random),
    leaseMs: timing.publishLeaseMs,
    spacingMs: timing.catchUpSpacingMs,
    lateMs: timing.catchUpAfterMs,
    giveUpMs: timing.publishMsMax,
  };
}

async function publishClaimed(systemCtx: SystemCtx, target: ClaimedTarget, lease: Lease): Promise<void> {
  const ctx: Ctx = { ...systemCtx, caller: { kind: 'system', ownerId: target.ownerId } };
  ctx.rightOfWay.claim();
  timeStart(ctx, target);
  try {
    await publishTarget(ctx, target, lease);
  } catch (error) {
    await releaseAfterFault(ctx, target, error);
  }
}

/** Only the first claim: later ones continue what has begun. */
function timeStart({ counts }: Pick<Ctx, 'counts'>, { platform, claimedAt, dueAt, now }: ClaimedTarget): void {
  if (dueAt === null || claimedAt?.getTime() !== now.getTime()) return;
  counts.time('publishStart', { platform }, Math.max(0, now.getTime() - dueAt.getTime()) / 1000);
}

async function renewTargets(
  { db, timing }: Pick<Ctx, 'db' | 'timing'>,
  targets: readonly ClaimedTarget[],
): Promise<ReadonlySet<ClaimedTarget>> {
  const renewed = await renewClaims(db, {
    tokens: targets.map(({ claimToken: token }) => token ?? ''),
    leaseMs: timing.publishLeaseMs,
    settleMs: timing.publishSettleMs,
  });
  return new Set(targets.filter(({ claimToken: token }) => renewed.has(token ?? '')));
}

/** Seconds that the oldest due target has been waiting for a worker; 0 when there is none. */
export async function dueLagSeconds(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return await selectOldestDue(ctx.db);
}

/** Due targets that no worker has claimed. */
export async function dueTargetCount(ctx: Pick<Ctx, 'db'>, countMax: number): Promise<number> {
  return await countDue(ctx.db, countMax);
}

/** Makes what dead workers had claimed but not sent available at once. */
export function freeDeadWork(ctx: Pick<TxCtx, 'db' | 'timing'>, workerIds: readonly string[]): Promise<number> {
  const { publishLeaseMs, workerDeadAfterMs } = ctx.timing;
  return freeClaims(ctx.db, { workerIds, leftMsMax: publishLeaseMs - workerDeadAfterMs });
}
