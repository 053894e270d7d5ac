import { inTransaction } from '../../../db/transaction.ts';
import { claimToken } from '../../../kernel/crypto/random.ts';
import { rememberOpened } from '../../../kernel/crypto/remember-opened.ts';
import type { SystemCtx } from '../../context.ts';
import { createClaimLoop, type ClaimLoop } from '../../background/claim-loop.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { deliverOnce } from './deliver-once.ts';
import { claimDeliveries, countOpenDeliveries, releaseDeliveries, selectDueEndpoints } from './delivery-queue-store.ts';
import { createDeliveryLoad, type DeliveryLoad } from './delivery-load.ts';
import { createResultWriter, type ResultWriter } from './result-writer.ts';

export type DeliveryEngine = Omit<ClaimLoop, 'wake'> & {
  wake(key: string): void;
};

type Turn = { promise: Promise<boolean>; resolve(isStarted: boolean): void };

type State = {
  ctx: SystemCtx;
  load: DeliveryLoad;
  results: ResultWriter;
  turns: Map<ClaimedDelivery, Turn>;
  isStopping: boolean;
};

const rememberedMax = 1000;
const claimPauseMs = 15;

export function createDeliveryEngine(systemCtx: SystemCtx): DeliveryEngine {
  const ctx = { ...systemCtx, sealer: rememberOpened(systemCtx.sealer, rememberedMax) };
  const results = createResultWriter(ctx, { onRoom: () => startNext(state) });
  const state: State = { ctx, load: createDeliveryLoad(), results, turns: new Map(), isStopping: false };
  const loop: ClaimLoop = createClaimLoop<ClaimedDelivery>({
    ctx,
    label: 'deliveries',
    claimPauseMs,
    claim: () => claimNext(state),
    work: (delivery) => deliver(state, delivery, loop.wake),
  });
  return {
    wake: (key) => {
      const [ownerId = '', id = ''] = key.split(' ');
      state.load.wake({ id, ownerId });
      loop.wake();
    },
    poll: async () => {
      const endpoints = await selectDueEndpoints(ctx.db);
      for (const endpoint of endpoints) state.load.wake(endpoint);
      loop.wake();
      return endpoints.length;
    },
    idle: loop.idle,
    stop: async () => {
      state.isStopping = true;
      state.load.sleepAll();
      await releaseWaiting(state);
      await loop.stop();
    },
  };
}

async function claimNext(state: State): Promise<readonly ClaimedDelivery[]> {
  const { load, turns } = state;
  for (;;) {
    const grants = load.countsToClaim();
    if (grants.size === 0 || hasStopped(state)) return [];
    const claimed = await claimFor(state, grants);
    for (const delivery of claimed) turns.set(delivery, Promise.withResolvers<boolean>());
    load.recordClaims(grants, claimed);
    if (hasStopped(state)) await releaseWaiting(state);
    startNext(state);
    if (claimed.length > 0) return claimed;
  }
}

async function claimFor({ ctx, load }: State, grants: Map<string, number>): Promise<ClaimedDelivery[]> {
  const { clock, random, timing } = ctx;
  const instant = { claimedAtMs: performance.now(), requestedAt: clock.now() };
  const claim = { grants, token: claimToken(random), leaseMs: timing.deliveryLeaseMs, ...instant };
  try {
    return await inTransaction(ctx, (ctx) => claimDeliveries(ctx.db, claim));
  } catch (error) {
    // The next poll finds these endpoints again.
    load.recordClaims(grants, []);
    throw error;
  }
}

/** Skips deliveries whose lease could end before the attempt, because they waited too long for a slot. */
function startNext({ ctx, load, results, turns }: State): void {
  const { deliveryLeaseMs, deliveryTimeoutMs } = ctx.timing;
  const oldestMs = performance.now() - (deliveryLeaseMs - deliveryTimeoutMs);
  if (!results.hasRoom()) return;
  for (const delivery of load.next()) {
    const isFresh = delivery.claimedAtMs >= oldestMs;
    if (!isFresh) load.end(delivery, Infinity);
    turns.get(delivery)?.resolve(isFresh);
  }
}

async function deliver(state: State, delivery: ClaimedDelivery, wake: () => void): Promise<void> {
  const { ctx, load, results, turns } = state;
  const isStarted = await turns.get(delivery)?.promise;
  turns.delete(delivery);
  if (isStarted !== true) return;
  const startedMs = performance.now();
  let written: Promise<void> | undefined;
  try {
    const result = await deliverOnce(ctx, delivery);
    written = results.write(result);
    if (result.errorCode === 'gone') skip(state, load.drop(delivery.endpointId));
  } catch (error) {
    // Nothing was sent: another attempt follows when the lease ends.
    ctx.log.error({ deliveryId: delivery.id, err: error }, 'a delivery could not be attempted');
  } finally {
    load.end(delivery, performance.now() - startedMs);
  }
  startNext(state);
  wake();
  await written;
}

function skip({ turns }: State, deliveries: readonly ClaimedDelivery[]): void {
  for (const delivery of deliveries) turns.get(delivery)?.resolve(false);
}

async function releaseWaiting(state: State): Promise<void> {
  const waiting = state.load.drop();
  if (waiting.length > 0) {
    await releaseDeliveries(state.ctx.db, waiting).catch((error: unknown) =>
      state.ctx.log.warn({ err: error }, 'claimed deliveries could not be released; their leases will end'),
    );
  }
  skip(state, waiting);
}

export async function openDeliveryCount(ctx: Pick<SystemCtx, 'db'>, countMax: number): Promise<number> {
  return await countOpenDeliveries(ctx.db, countMax);
}

function hasStopped({ isStopping }: State): boolean {
  return isStopping;
}
