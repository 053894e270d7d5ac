import { claimToken } from '../../../kernel/crypto/random.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { releaseAfterFault } from './release-after-fault.ts';
import {
  claimTargets,
  freeClaims,
  markFound,
  renewClaims,
  selectOldestDue,
  type ClaimedTarget,
} from './publish-store.ts';
import { publishTarget } from './publish-target.ts';
import type { Hold } from './sending.ts';

export type PublishEngine = {
  /** Something is due. */
  wake(): void;
  /** Looks for due targets without being told, and answers how many it took. */
  poll(): Promise<number>;
  idle(): Promise<void>;
  /** Claims nothing more and lets what is under way finish. */
  stop(): Promise<void>;
};

type HeldTarget = { target: ClaimedTarget; renewedAtMs: number; isLost: boolean };

type State = {
  ctx: Omit<Ctx, 'caller'>;
  workerId: string;
  held: Map<string, HeldTarget>;
  /** All in all. */
  claimed: number;
  isClaiming: boolean;
  isWoken: boolean;
  isStopped: boolean;
  isRenewing: boolean;
  /** Between two renewals; over as soon as nothing is held. */
  pause: AbortController;
  idlers: (() => void)[];
};

/** Per process and network, so that one that hangs leaves room for the others. */
const perPlatformMax = 32;

/** The targets are the queue; this takes from them what it has room for and brings each as far as it goes. */
export function createPublishEngine(ctx: Omit<Ctx, 'caller'>, workerId: string): PublishEngine {
  const state: State = {
    ctx,
    workerId,
    held: new Map(),
    claimed: 0,
    isClaiming: false,
    isWoken: false,
    isStopped: false,
    isRenewing: false,
    pause: new AbortController(),
    idlers: [],
  };
  const idle = (): Promise<void> =>
    isIdle(state) ? Promise.resolve() : new Promise((resolve) => state.idlers.push(resolve));
  return {
    wake: () => void pump(state),
    poll: async () => {
      const platforms = ctx.platforms.list().map(({ adapter }) => adapter.name);
      await markFound(ctx.db, { platforms, lateMs: ctx.timing.catchUpAfterMs });
      const before = state.claimed;
      await pump(state);
      return state.claimed - before;
    },
    idle,
    stop: async () => {
      state.isStopped = true;
      await idle();
    },
  };
}

/** One claim at a time; what becomes due meanwhile makes another. */
async function pump(state: State): Promise<void> {
  if (state.isStopped) return finish(state);
  state.isWoken = true;
  if (state.isClaiming) return;
  state.isClaiming = true;
  try {
    while (takeWakeUp(state)) {
      // The lease runs from the claim, which took its time to come back.
      const askedAtMs = performance.now();
      const claimed = await claim(state);
      state.claimed += claimed.length;
      for (const target of claimed) void work(state, { target, renewedAtMs: askedAtMs, isLost: false });
      // A full round may have left some behind.
      if (claimed.length > 0) state.isWoken = true;
    }
  } catch (error) {
    // They are found again by the next poll.
    state.ctx.log.warn({ err: error }, 'due posts could not be claimed');
  } finally {
    state.isClaiming = false;
  }
  finish(state);
}

function takeWakeUp(state: State): boolean {
  const isWanted = state.isWoken && !state.isStopped;
  state.isWoken = false;
  return isWanted;
}

async function claim({ ctx, held, workerId }: State): Promise<ClaimedTarget[]> {
  const { db, platforms, random, timing } = ctx;
  const busy = Map.groupBy(held.values(), ({ target }) => target.platform);
  const rooms = platforms.list().map(({ adapter: { name } }) => {
    return [name, perPlatformMax - (busy.get(name)?.length ?? 0)] as const;
  });
  const grants = new Map(rooms.filter(([, room]) => room > 0));
  if (grants.size === 0) return [];
  return await claimTargets(db, {
    grants,
    token: claimToken(random),
    workerId,
    leaseMs: timing.publishLeaseMs,
    spacingMs: timing.catchUpSpacingMs,
    lateMs: timing.catchUpAfterMs,
    giveUpMs: timing.publishMsMax,
  });
}

async function work(state: State, held: HeldTarget): Promise<void> {
  const { target } = held;
  const key = `${target.post_id} ${target.account_id}`;
  state.held.set(key, held);
  void renew(state);
  const hold: Hold = {
    isLost: () => held.isLost,
    msSinceRenewal: () => performance.now() - held.renewedAtMs,
    isStopping: () => state.isStopped,
  };
  const ctx: Ctx = { ...state.ctx, caller: { kind: 'system', ownerId: target.owner_id } };
  try {
    await publishTarget(ctx, target, hold);
  } catch (error) {
    await releaseAfterFault(ctx, target, error);
  } finally {
    state.held.delete(key);
  }
  await pump(state);
}

/** While anything is held. A hold that could not be renewed is lost: nothing more is sent under it. */
async function renew(state: State): Promise<void> {
  if (state.isRenewing) return;
  state.isRenewing = true;
  const { ctx, held } = state;
  const { publishLeaseMs: leaseMs, publishSettleMs: settleMs } = ctx.timing;
  while (held.size > 0) {
    state.pause = new AbortController();
    await ctx.clock.sleep(leaseMs / 4, state.pause.signal);
    if (held.size === 0) break;
    const asked = [...held.values()];
    const askedAtMs = performance.now();
    try {
      const tokens = asked.map(({ target }) => target.claim_token ?? '');
      const kept = await renewClaims(ctx.db, { tokens, leaseMs, settleMs });
      for (const one of asked) {
        if (kept.has(one.target.claim_token ?? '')) one.renewedAtMs = askedAtMs;
        else one.isLost = true;
      }
    } catch (error) {
      for (const one of asked) one.isLost = true;
      ctx.log.warn({ err: error }, 'holds on posts could not be renewed');
    }
  }
  state.isRenewing = false;
}

function isIdle({ held, isClaiming, isWoken: isWanted }: State): boolean {
  return held.size === 0 && !isClaiming && !isWanted;
}

function finish(state: State): void {
  if (!isIdle(state)) return;
  state.pause.abort();
  for (const wake of state.idlers.splice(0)) wake();
}

/** Seconds that the oldest due target has been waiting for a worker; 0 when there is none. */
export async function dueLagSeconds(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return await selectOldestDue(ctx.db);
}

/** Makes what dead workers had claimed but not sent available at once. */
export function freeDeadWork(ctx: Pick<TxCtx, 'db' | 'timing'>, workerIds: readonly string[]): Promise<number> {
  const { publishLeaseMs, workerDeadAfterMs } = ctx.timing;
  return freeClaims(ctx.db, { workerIds, leftMsMax: publishLeaseMs - workerDeadAfterMs });
}
