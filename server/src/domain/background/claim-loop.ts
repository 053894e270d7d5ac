import { realClock } from '../../kernel/time/clock.ts';
import type { Ctx } from '../context.ts';

/** The rows of a table are the queue: a claim marks the rows of a worker. */
export type ClaimLoop = {
  wake(): void;
  /** Returns how many items were claimed. */
  poll(): Promise<number>;
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export type Lease = {
  /** Another worker may have the item: nothing more may be sent for it. */
  isLost(): boolean;
  /** Monotonic clock of the process. */
  msSinceRenewal(): number;
  /** Loops must end after the current step, so that another worker continues. */
  isStopping(): boolean;
};

type Options<Item> = {
  ctx: Pick<Ctx, 'clock' | 'log'>;
  label: string;
  claim(inProgress: readonly Item[]): Promise<readonly Item[]>;
  work(item: Item, lease: Lease): Promise<void>;
  renewal?: Renewal<Item>;
  /** Lets one claim replace those of several finished items. Only while items are in progress. */
  claimPauseMs?: number;
};

type Renewal<Item> = {
  leaseMs: number;
  /** Returns the items that are still claimed. */
  renew(items: readonly Item[]): Promise<ReadonlySet<Item>>;
};

type HeldItem<Item> = { item: Item; renewedAtMs: number; isLost: boolean };

type State<Item> = Options<Item> & {
  held: Set<HeldItem<Item>>;
  claimedCount: number;
  isClaiming: boolean;
  isWoken: boolean;
  isStopping: boolean;
  isRenewing: boolean;
  lastClaimMs: number;
  claimPause: AbortController;
  pause: AbortController;
  idlers: (() => void)[];
};

export function createClaimLoop<Item>(options: Options<Item>): ClaimLoop {
  const state: State<Item> = {
    ...options,
    held: new Set(),
    claimedCount: 0,
    isClaiming: false,
    isWoken: false,
    isStopping: false,
    isRenewing: false,
    lastClaimMs: -Infinity,
    claimPause: new AbortController(),
    pause: new AbortController(),
    idlers: [],
  };
  const idle = (): Promise<void> =>
    isIdle(state) ? Promise.resolve() : new Promise((resolve) => state.idlers.push(resolve));
  return {
    wake: () => void pump(state),
    poll: async () => {
      const before = state.claimedCount;
      await pump(state);
      return state.claimedCount - before;
    },
    idle,
    stop: async () => {
      state.isStopping = true;
      await idle();
    },
  };
}

/** A wake-up during a claim starts another. */
async function pump<Item>(state: State<Item>): Promise<void> {
  if (state.isStopping) return finish(state);
  state.isWoken = true;
  if (state.isClaiming) return;
  state.isClaiming = true;
  try {
    while (takeWakeUp(state) && (await pauseBeforeClaim(state))) {
      // The lease starts no earlier than the request for the claim.
      const claimedAtMs = performance.now();
      state.lastClaimMs = claimedAtMs;
      const claimed = await state.claim([...state.held].map(({ item }) => item));
      state.claimedCount += claimed.length;
      for (const item of claimed) void hold(state, { item, renewedAtMs: claimedAtMs, isLost: false });
      if (claimed.length > 0) state.isWoken = true;
    }
  } catch (error) {
    // The next poll finds them.
    state.ctx.log.warn({ err: error }, `due ${state.label} could not be claimed`);
  } finally {
    state.isClaiming = false;
  }
  finish(state);
}

/** Returns false if the loop is stopping. Sleeps in real time, because a test must not have to move its clock. */
async function pauseBeforeClaim<Item>(state: State<Item>): Promise<boolean> {
  const leftMs = state.lastClaimMs + (state.claimPauseMs ?? 0) - performance.now();
  if (leftMs > 0 && state.held.size > 0) {
    state.claimPause = new AbortController();
    await realClock.sleep(leftMs, state.claimPause.signal);
  }
  return !state.isStopping;
}

function takeWakeUp<Item>(state: State<Item>): boolean {
  const { isWoken } = state;
  state.isWoken = false;
  return isWoken && !state.isStopping;
}

async function hold<Item>(state: State<Item>, held: HeldItem<Item>): Promise<void> {
  state.held.add(held);
  if (state.renewal !== undefined) void renew(state, state.renewal);
  try {
    await state.work(held.item, {
      isLost: () => held.isLost,
      msSinceRenewal: () => performance.now() - held.renewedAtMs,
      isStopping: () => state.isStopping,
    });
  } catch (error) {
    // The item is claimed again when its lease ends.
    state.ctx.log.error({ err: error }, `work on ${state.label} failed`);
  } finally {
    state.held.delete(held);
    if (state.held.size === 0) state.claimPause.abort();
  }
  await pump(state);
}

/** An item whose lease could not be renewed is lost. */
async function renew<Item>(state: State<Item>, { leaseMs, renew: renewItems }: Renewal<Item>): Promise<void> {
  if (state.isRenewing) return;
  state.isRenewing = true;
  const { ctx, held } = state;
  while (held.size > 0) {
    state.pause = new AbortController();
    await ctx.clock.sleep(leaseMs / 4, state.pause.signal);
    if (held.size === 0) break;
    const leased = [...held];
    const renewedAtMs = performance.now();
    try {
      const renewed = await renewItems(leased.map(({ item }) => item));
      for (const one of leased) {
        if (renewed.has(one.item)) one.renewedAtMs = renewedAtMs;
        else one.isLost = true;
      }
    } catch (error) {
      for (const one of leased) one.isLost = true;
      ctx.log.warn({ err: error }, `leases of ${state.label} could not be renewed`);
    }
  }
  state.isRenewing = false;
}

function isIdle<Item>({ held, isClaiming, isWoken }: State<Item>): boolean {
  return held.size === 0 && !isClaiming && !isWoken;
}

function finish<Item>(state: State<Item>): void {
  if (state.isStopping) state.isWoken = false;
  if (!isIdle(state)) return;
  state.pause.abort();
  for (const resolve of state.idlers.splice(0)) resolve();
}
