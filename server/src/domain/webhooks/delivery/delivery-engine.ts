import { claimToken } from '../../../kernel/crypto/random.ts';
import { rememberOpened } from '../../../kernel/crypto/remember-opened.ts';
import type { Ctx } from '../../context.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { deliverOnce } from './deliver-once.ts';
import { claimDeliveries, releaseDeliveries, selectDueEndpoints, type Settlement } from './delivery-queue-store.ts';
import { createDeliveryLoad, type DeliveryLoad } from './delivery-load.ts';
import { settleBatch } from './settle-batch.ts';

type Endpoint = { id: string; ownerId: string };

export type DeliveryEngine = {
  /** The endpoint has deliveries that are due. */
  wake(endpoint: Endpoint): void;
  /** Looks for them without being told, and answers how many endpoints have some. */
  poll(): Promise<number>;
  /** Resolves when nothing is claimed, in flight or still to be written. */
  idle(): Promise<void>;
  /** Claims nothing more and lets what is in flight finish. */
  stop(): Promise<void>;
};

type State = {
  ctx: Omit<Ctx, 'caller'>;
  load: DeliveryLoad;
  outcomes: Settlement[];
  /** Attempts that were made and are not written down yet: what a crash would make again. */
  unwritten: number;
  isClaiming: boolean;
  writers: number;
  isStopped: boolean;
  idlers: (() => void)[];
};

const rememberedMax = 1000;
const unwrittenMax = 32;
const batchMax = 100;
const writersMax = 2;
const writeAgainMs = 500;
const writeAttemptMax = 20;

/** The deliveries table is the queue; this takes from it what it has slots for, and writes back outcomes. */
export function createDeliveryEngine(world: Omit<Ctx, 'caller'>): DeliveryEngine {
  const ctx = { ...world, sealer: rememberOpened(world.sealer, rememberedMax) };
  const state: State = {
    ctx,
    load: createDeliveryLoad(),
    outcomes: [],
    unwritten: 0,
    isClaiming: false,
    writers: 0,
    isStopped: false,
    idlers: [],
  };
  const idle = (): Promise<void> =>
    isIdle(state) ? Promise.resolve() : new Promise((resolve) => state.idlers.push(resolve));
  return {
    wake: (endpoint) => {
      if (state.isStopped) return;
      state.load.wake(endpoint);
      void pump(state);
    },
    poll: async () => {
      const due = await selectDueEndpoints(ctx.db);
      for (const endpoint of due) state.load.wake(endpoint);
      void pump(state);
      return due.length;
    },
    idle,
    stop: async () => {
      state.isStopped = true;
      state.load.sleepAll();
      await release(state, state.load.drop());
      await idle();
    },
  };
}

/** One claim at a time: what is freed while it runs makes the next one larger. */
async function pump(state: State): Promise<void> {
  launchNext(state);
  if (state.isClaiming || hasStopped(state)) return;
  const grants = state.load.wanted();
  if (grants.size === 0) return finish(state);
  state.isClaiming = true;
  try {
    const { db, clock, random, timing } = state.ctx;
    const token = claimToken(random);
    const instant = { claimedAtMs: performance.now(), askedAt: clock.now() };
    const claimed = await claimDeliveries(db, { grants, token, leaseMs: timing.deliveryLeaseMs, ...instant });
    state.load.taken(grants, claimed);
    // Told to stop meanwhile.
    if (hasStopped(state)) await release(state, state.load.drop());
  } catch (error) {
    // Its endpoints are found again by the next poll.
    state.load.taken(grants, []);
    state.ctx.log.warn({ err: error }, 'deliveries could not be claimed');
  } finally {
    state.isClaiming = false;
  }
  await pump(state);
}

/** Begins what has a slot, unless it has waited for one so long that its lease could end before its attempt does. */
function launchNext(state: State): void {
  const { deliveryLeaseMs, deliveryTimeoutMs } = state.ctx.timing;
  const oldestMs = performance.now() - (deliveryLeaseMs - deliveryTimeoutMs);
  if (state.unwritten > unwrittenMax) return;
  for (const delivery of state.load.next()) {
    if (delivery.claimedAtMs >= oldestMs) void launch(state, delivery);
    else state.load.end(delivery, Infinity);
  }
}

async function launch(state: State, delivery: ClaimedDelivery): Promise<void> {
  const startedMs = performance.now();
  try {
    const outcome = await deliverOnce(state.ctx, delivery);
    state.outcomes.push(outcome);
    state.unwritten += 1;
    if (outcome.errorCode === 'gone') state.load.drop(delivery.endpointId);
  } catch (error) {
    // Nothing was sent; the lease runs out and another attempt follows.
    state.ctx.log.error({ deliveryId: delivery.id, err: error }, 'a delivery could not be attempted');
  } finally {
    state.load.end(delivery, performance.now() - startedMs);
  }
  void write(state);
  void pump(state);
}

async function release({ ctx }: State, claimed: readonly ClaimedDelivery[]): Promise<void> {
  if (claimed.length === 0) return;
  await releaseDeliveries(ctx.db, claimed).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'claimed deliveries could not be given back; their leases will end'),
  );
}

/** Outcomes that arrive while the writers wait for the database go together into the next statement. */
async function write(state: State): Promise<void> {
  if (state.writers === writersMax) return;
  state.writers += 1;
  while (state.outcomes.length > 0) {
    const batch = state.outcomes.splice(0, batchMax);
    await writeBatch(state, batch);
    state.unwritten -= batch.length;
    launchNext(state);
  }
  state.writers -= 1;
  await pump(state);
  finish(state);
}

/** Beyond this the leases have run out, and what was sent will be sent again: at least once is all one can promise. */
async function writeBatch({ ctx }: State, batch: readonly Settlement[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settleBatch(ctx, batch);
    } catch (error) {
      ctx.log.warn({ attempt, outcomes: batch.length, err: error }, 'outcomes of deliveries could not be written');
      if (attempt === writeAttemptMax) return;
      await ctx.clock.sleep(writeAgainMs);
    }
  }
}

function hasStopped({ isStopped }: State): boolean {
  return isStopped;
}

function isIdle({ load, outcomes, isClaiming, writers }: State): boolean {
  return load.isEmpty() && outcomes.length === 0 && !isClaiming && writers === 0;
}

function finish(state: State): void {
  if (isIdle(state)) for (const wake of state.idlers.splice(0)) wake();
}
