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
  /** Announces that something may be due. */
  wake(): void;
  /** Claims due targets and returns how many. */
  poll(): Promise<number>;
  idle(): Promise<void>;
  /** Stops claiming and waits for targets in progress. */
  stop(): Promise<void>;
};

type HeldTarget = { target: ClaimedTarget; renewedAtMs: number; isLost: boolean };

type State = {
  ctx: Omit<Ctx, 'caller'>;
  workerId: string;
  held: Map<string, HeldTarget>;
  /** Total since the start. */
  claimed: number;
  isClaiming: boolean;
  isWoken: boolean;
  isStopped: boolean;
  isRenewing: boolean;
  /** Ends the pause between renewals as soon as nothing is held. */
  pause: AbortController;
  idlers: (() => void)[];
};

/** Per process and platform, so that one that hangs leaves room for the others. */
const perPlatformMax = 32;

/** The rows are the queue: claims as many due targets as there is room for and publishes each. */
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

/** Runs one claim at a time; a wake-up during a claim starts another. */
async function pump(state: State): Promise<void> {
  if (state.isStopped) return finish(state);
  state.isWoken = true;
  if (state.isClaiming) return;
  state.isClaiming = true;
  try {
    while (takeWakeUp(state)) {
      // The lease started when the claim was sent.
      const askedAtMs = performance.now();
      const claimed = await claim(state);
      state.claimed += claimed.length;
      for (const target of claimed) void work(state, { target, renewedAtMs: askedAtMs, isLost: false });
      // There may be more.
      if (claimed.length > 0) state.isWoken = true;
    }
  } catch (error) {
    // The next poll finds them.
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

/** Renews leases while anything is held. A target whose lease was not renewed is lost: nothing more is sent for it. */
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
