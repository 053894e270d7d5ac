import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { grantSlots, slotCaps, type Waiting } from './grant-slots.ts';

type Endpoint = { id: string; ownerId: string };

/** Who waits, what is claimed and what is in flight in this process. */
export type DeliveryLoad = {
  wake(endpoint: Endpoint): void;
  sleepAll(): void;
  /** How many rows to claim for each endpoint that waits. */
  wanted(): Map<string, number>;
  /** After a claim: an endpoint that had fewer than was wanted has nothing more that is due. */
  taken(wanted: ReadonlyMap<string, number>, claimed: readonly ClaimedDelivery[]): void;
  /** Claimed deliveries whose turn it is; each is in flight from now on. */
  next(): ClaimedDelivery[];
  end(delivery: ClaimedDelivery, durationMs: number): void;
  /** Gives back what is claimed and not in flight: of one endpoint, or of all. */
  drop(endpointId?: string): ClaimedDelivery[];
  isEmpty(): boolean;
};

const quickMs = 1000;
const rememberedMax = 10_000;
const consideredMax = 64;
const heldMax = 128;

export function createDeliveryLoad(): DeliveryLoad {
  // In the order in which they are to be served next.
  const waiting = new Map<string, Endpoint>();
  const wokenSince = new Set<string>();
  const held = new Map<string, ClaimedDelivery[]>();
  const quick = new BoundedMap<string, boolean>(rememberedMax);
  const flying = createFlying();
  let heldCount = 0;

  const isQuick = (id: string): boolean => quick.get(id) === true;
  const toWaiting = ({ id, ownerId }: Endpoint): Waiting => ({
    id,
    ownerId,
    inFlight: flying.ofEndpoint(id),
    isQuick: isQuick(id),
  });
  const deal = (endpoints: readonly Endpoint[]): Map<string, number> =>
    grantSlots({
      waiting: endpoints.map(toWaiting),
      inFlight: flying.count(),
      slowInFlight: flying.slow(),
      ownerInFlight: flying.ofOwner,
    });

  return {
    wake: (endpoint) => {
      if (!waiting.has(endpoint.id)) waiting.set(endpoint.id, endpoint);
      wokenSince.add(endpoint.id);
    },
    sleepAll: () => waiting.clear(),
    wanted: () => {
      const considered = [...waiting.values().take(consideredMax)];
      const slots = deal(considered.filter(({ id }) => !isQuick(id)));
      const wanted = new Map<string, number>();
      let room = heldMax - heldCount;
      for (const { id, ownerId } of considered) {
        // Whoever was looked at goes to the end, so that everybody is.
        waiting.delete(id);
        waiting.set(id, { id, ownerId });
        const heldHere = held.get(id)?.length ?? 0;
        const count = Math.min(room, isQuick(id) ? stockOf(heldHere) : (slots.get(id) ?? 0) - heldHere);
        if (count <= 0) continue;
        wanted.set(id, count);
        wokenSince.delete(id);
        room -= count;
      }
      return wanted;
    },
    taken: (wanted, claimed) => {
      for (const delivery of claimed) {
        const queue = held.get(delivery.endpointId) ?? [];
        held.set(delivery.endpointId, [...queue, delivery]);
      }
      heldCount += claimed.length;
      const counts = Map.groupBy(claimed, (one) => one.endpointId);
      for (const [id, count] of wanted) {
        if ((counts.get(id)?.length ?? 0) < count && !wokenSince.has(id)) waiting.delete(id);
      }
    },
    next: () => {
      const endpoints = [...held].map(([id, [first]]) => ({ id, ownerId: first?.ownerId ?? '' }));
      const started = [...deal(endpoints)].flatMap(([id, count]) => {
        const queue = held.get(id) ?? [];
        const taken = queue.splice(0, count);
        // Served ones go behind those that are not.
        held.delete(id);
        if (queue.length > 0) held.set(id, queue);
        return taken;
      });
      heldCount -= started.length;
      for (const delivery of started) flying.begin(delivery, isQuick(delivery.endpointId));
      return started;
    },
    end: (delivery, durationMs) => {
      flying.end(delivery);
      quick.set(delivery.endpointId, durationMs < quickMs);
    },
    drop: (endpointId) => {
      const ids = endpointId === undefined ? [...held.keys()] : [endpointId];
      const dropped = ids.flatMap((id) => held.get(id) ?? []);
      for (const id of ids) held.delete(id);
      heldCount -= dropped.length;
      return dropped;
    },
    isEmpty: () => waiting.size === 0 && heldCount === 0 && flying.count() === 0,
  };
}

/** For an endpoint that answers quickly some are claimed ahead, when the last are nearly used up. */
function stockOf(heldHere: number): number {
  return heldHere > slotCaps.endpoint ? 0 : slotCaps.claim - heldHere;
}

/** Attempts in flight, counted by endpoint and owner. */
function createFlying() {
  const byEndpoint = createCounter();
  const byOwner = createCounter();
  const slow = new Set<ClaimedDelivery>();
  let count = 0;
  return {
    count: () => count,
    slow: () => slow.size,
    ofEndpoint: byEndpoint.get,
    ofOwner: byOwner.get,
    begin: (delivery: ClaimedDelivery, isQuick: boolean): void => {
      count += 1;
      byEndpoint.add(delivery.endpointId, 1);
      byOwner.add(delivery.ownerId, 1);
      if (!isQuick) slow.add(delivery);
    },
    end: (delivery: ClaimedDelivery): void => {
      count -= 1;
      byEndpoint.add(delivery.endpointId, -1);
      byOwner.add(delivery.ownerId, -1);
      slow.delete(delivery);
    },
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    get: (key: string): number => counts.get(key) ?? 0,
    add: (key: string, amount: number): void => {
      const count = (counts.get(key) ?? 0) + amount;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
