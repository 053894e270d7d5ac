import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { createAttemptsInFlight } from './attempts-in-flight.ts';
import { grantSlots, slotCaps } from './grant-slots.ts';
import { createHeldDeliveries } from './held-deliveries.ts';

type Endpoint = { id: string; ownerId: string };

export type DeliveryLoad = {
  wake(endpoint: Endpoint): void;
  sleepAll(): void;
  countsToClaim(): Map<string, number>;
  /** An endpoint with fewer rows than requested has nothing more due. */
  recordClaims(counts: ReadonlyMap<string, number>, claimed: readonly ClaimedDelivery[]): void;
  next(): ClaimedDelivery[];
  end(delivery: ClaimedDelivery, durationMs: number): void;
  drop(endpointId?: string): ClaimedDelivery[];
  isEmpty(): boolean;
};

const quickMs = 1000;
const rememberedMax = 10_000;
const consideredMax = 64;
const heldMax = 128;

export function createDeliveryLoad(): DeliveryLoad {
  const waiting = new Map<string, Endpoint>();
  const wokenSince = new Set<string>();
  const held = createHeldDeliveries();
  const flying = createAttemptsInFlight();
  const quick = new BoundedMap<string, boolean>(rememberedMax);
  const isQuick = (id: string): boolean => quick.get(id) === true;
  const deal = (endpoints: readonly Endpoint[]): Map<string, number> =>
    grantSlots({
      waiting: endpoints.map((one) => ({ ...one, inFlight: flying.ofEndpoint(one.id), isQuick: isQuick(one.id) })),
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
    countsToClaim: () => {
      const considered = [...waiting.values().take(consideredMax)];
      const slots = deal(considered.filter(({ id }) => !isQuick(id)));
      const counts = new Map<string, number>();
      let room = heldMax - held.count();
      for (const endpoint of considered) {
        const { id } = endpoint;
        // Moved to the end, so that every endpoint gets its turn.
        waiting.delete(id);
        waiting.set(id, endpoint);
        const count = Math.min(
          room,
          isQuick(id) ? stockOf(held.ofEndpoint(id)) : (slots.get(id) ?? 0) - held.ofEndpoint(id),
        );
        if (count <= 0) continue;
        counts.set(id, count);
        wokenSince.delete(id);
        room -= count;
      }
      return counts;
    },
    recordClaims: (requested, claimed) => {
      held.add(claimed);
      const counts = Map.groupBy(claimed, (one) => one.endpointId);
      for (const [id, count] of requested) {
        if ((counts.get(id)?.length ?? 0) < count && !wokenSince.has(id)) waiting.delete(id);
      }
    },
    next: () => {
      if (held.count() === 0 || flying.count() >= slotCaps.all) return [];
      const started = [...deal(held.endpoints())].flatMap(([id, count]) => held.take(id, count));
      for (const delivery of started) flying.begin(delivery, isQuick(delivery.endpointId));
      return started;
    },
    end: (delivery, durationMs) => {
      flying.end(delivery);
      quick.set(delivery.endpointId, durationMs < quickMs);
    },
    drop: held.drop,
    isEmpty: () => waiting.size === 0 && held.count() === 0 && flying.count() === 0,
  };
}

function stockOf(heldHere: number): number {
  return heldHere > slotCaps.endpoint ? 0 : slotCaps.claim - heldHere;
}
