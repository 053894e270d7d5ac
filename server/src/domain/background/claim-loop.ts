import { realClock } from '../../kernel/time/clock.ts';
import type { Ctx } from '../context.ts';

/** Works on the due rows of a table. The rows are the queue: a claim marks those that one worker has. */
export type ClaimLoop = {
  /** Claims at once, because something may be due. */
  wake(): void;
  /** Claims due items until there is no room or nothing is left, and returns how many. */
  poll(): Promise<number>;
  /** Resolves when nothing is claimed or in progress. */
  idle(): Promise<void>;
  /** Stops claiming and waits for items in progress. */
  stop(): Promise<void>;
};

/** What the process knows about its claim on an item. */
export type Lease = {
  /** Another worker may have the item by now: nothing more may be sent for it. */
  isLost(): boolean;
  /** By the monotonic clock of the process. */
  msSinceRenewal(): number;
  /** The process is stopping: loops end after the current step, and another worker continues. */
  isStopping(): boolean;
};

type Options<Item> = {
  ctx: Pick<Ctx, 'clock' | 'log'>;
  /** What the items are called in the log. */
  label: string;
  /** Claims due items, as many as there is room for beside those in progress. */
  claim(inProgress: readonly Item[]): Promise<readonly Item[]>;
  /** Processes one item and writes its result. */
  work(item: Item, lease: Lease): Promise<void>;
  /** Not needed where a lease is longer than its work can take. */
  renewal?: Renewal<Item>;
  /** Pause between claims while items are in progress, so that one claim takes the place of several finished items. */
  claimPauseMs?: number;
};

type Renewal<Item> = {
  leaseMs: number;
  /** Renews the leases of these items and returns the items that are still claimed. */
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
  /** By the monotonic clock of the process. */
  lastClaimMs: number;
  /** Ends the pause between claims as soon as nothing is held. */
  claimPause: AbortController;
  /** Ends the pause between renewals as soon as nothing is held. */
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

/** Runs one claim at a time; a wake-up during a claim starts another. */
async function pump<Item>(state: State<Item>): Promise<void> {
  if (state.isStopping) return finish(state);
  state.isWoken = true;
  if (state.isClaiming) return;
  state.isClaiming = true;
  try {
    while (takeWakeUp(state) && (await pauseBeforeClaim(state))) {
      // The lease starts no earlier than the claim is requested.
      const claimedAtMs = performance.now();
      state.lastClaimMs = claimedAtMs;
      const claimed = await state.claim([...state.held].map(({ item }) => item));
      state.claimedCount += claimed.length;
      for (const item of claimed) void hold(state, { item, renewedAtMs: claimedAtMs, isLost: false });
      // There may be more.
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

/**
 * Returns false when the loop stops meanwhile. The pause is in real time: it spares the machine, and a test must not have to
 * move its clock to end it.
 */
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
    // The lease ends, and the item is claimed again.
    state.ctx.log.error({ err: error }, `work on ${state.label} failed`);
  } finally {
    state.held.delete(held);
    if (state.held.size === 0) state.claimPause.abort();
  }
  await pump(state);
}

/** Renews leases while anything is held. An item whose lease could not be renewed is lost. */
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
