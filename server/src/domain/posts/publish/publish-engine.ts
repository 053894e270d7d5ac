import type { PostRow } from '../../../db/post-rows.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { claimToken } from '../../../kernel/crypto/random.ts';
import type { Ctx, SystemCtx, TxCtx } from '../../context.ts';
import { createClaimLoop, type ClaimLoop, type Lease } from '../../background/claim-loop.ts';
import { releaseAfterFault } from './release-after-fault.ts';
import {
  claimTargets,
  countDue,
  freeClaims,
  markFound,
  readClaimedPosts,
  renewClaims,
  selectMsToNextDue,
  selectOldestDue,
  type Claim,
  type ClaimedTarget,
} from './publish-store.ts';
import { publishTarget } from './publish-target.ts';

export type PublishEngine = ClaimLoop & {
  /** Lets a post be published at its time, not at the next poll. */
  msToNextPoll(): Promise<number>;
};

type Claimed = { target: ClaimedTarget; post: PostRow | undefined };

/** A claim costs as much as publishing a post. */
const claimPauseMs = 50;

export function createPublishEngine(ctx: SystemCtx, workerId: string): PublishEngine {
  const platformNames = ctx.platforms.list().map(({ adapter }) => adapter.name);
  const loop = createClaimLoop<Claimed>({
    ctx,
    label: 'posts',
    claim: async (inProgress) => {
      const grants = freeSlots(platformNames, inProgress, ctx.limits.publishSlots);
      if (grants.size === 0) return [];
      return await claimWithPosts(ctx, { ...claimTerms(ctx), grants, workerId });
    },
    work: (claimed, lease) => publishClaimed(ctx, claimed, lease),
    claimPauseMs,
    renewal: { leaseMs: ctx.timing.publishLeaseMs, renew: (claimed) => renewTargets(ctx, claimed) },
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

/** Each platform has its own slots, so that one that hangs leaves room for the others. */
function freeSlots(
  platformNames: readonly string[],
  inProgress: readonly Claimed[],
  slotsMax: number,
): Map<string, number> {
  const busy = Map.groupBy(inProgress, ({ target }) => target.platform);
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

/** Reads all posts in the round trip of the commit. */
async function claimWithPosts(ctx: SystemCtx, claim: Claim): Promise<Claimed[]> {
  const { targets, posts } = await inTransaction(ctx, async (ctx) => {
    const targets = await claimTargets(ctx.db, claim);
    return { targets, posts: readClaimedPosts(ctx.db, targets) };
  });
  const byId = new Map(posts().map((post) => [post.id, post]));
  return targets.map((target) => ({ target, post: byId.get(target.postId) }));
}

async function publishClaimed(systemCtx: SystemCtx, { target, post }: Claimed, lease: Lease): Promise<void> {
  const ctx: Ctx = { ...systemCtx, caller: { kind: 'system', ownerId: target.ownerId } };
  ctx.rightOfWay.claim();
  timeStart(ctx, target);
  try {
    if (post === undefined) throw new Error('a claimed target has no post');
    await publishTarget(ctx, { target, post }, lease);
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
  claimed: readonly Claimed[],
): Promise<ReadonlySet<Claimed>> {
  const renewed = await renewClaims(db, {
    tokens: claimed.map(({ target }) => target.claimToken ?? ''),
    leaseMs: timing.publishLeaseMs,
    settleMs: timing.publishSettleMs,
  });
  return new Set(claimed.filter(({ target }) => renewed.has(target.claimToken ?? '')));
}

export async function dueLagSeconds(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return await selectOldestDue(ctx.db);
}

export async function dueTargetCount(ctx: Pick<Ctx, 'db'>, countMax: number): Promise<number> {
  return await countDue(ctx.db, countMax);
}

export function freeDeadWork(ctx: Pick<TxCtx, 'db' | 'timing'>, workerIds: readonly string[]): Promise<number> {
  const { publishLeaseMs, workerDeadAfterMs } = ctx.timing;
  return freeClaims(ctx.db, { workerIds, leftMsMax: publishLeaseMs - workerDeadAfterMs });
}
