import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import { grantSlots } from './grant-slots.ts';

type Endpoint = { id: string; ownerId: string };
type Attempt = Pick<ClaimedDelivery, 'id' | 'endpointId' | 'ownerId'>;

/** Who waits and who is being served in this process, in numbers. */
export type DeliveryLoad = {
  wake(endpoint: Endpoint): void;
  sleepAll(): void;
  grant(): Map<string, number>;
  /** After a claim: an endpoint that had fewer than it was granted has nothing more that is due. */
  taken(grants: ReadonlyMap<string, number>, claimed: readonly Attempt[]): void;
  begin(attempt: Attempt): void;
  end(attempt: Attempt, durationMs: number): void;
  isEmpty(): boolean;
};

const quickMs = 1000;
const rememberedMax = 10_000;
const consideredMax = 64;

export function createDeliveryLoad(): DeliveryLoad {
  // In the order in which they are to be served next.
  const waiting = new Map<string, Endpoint>();
  const wokenSince = new Set<string>();
  const quick = new BoundedMap<string, boolean>(rememberedMax);
  const byEndpoint = counter();
  const byOwner = counter();
  let inFlight = 0;
  let slowInFlight = 0;
  const slowAttempts = new Set<string>();

  return {
    wake: (endpoint) => {
      if (!waiting.has(endpoint.id)) waiting.set(endpoint.id, endpoint);
      wokenSince.add(endpoint.id);
    },
    sleepAll: () => waiting.clear(),
    grant: () => {
      const considered = [...waiting.values().take(consideredMax)].map((endpoint) => ({
        ...endpoint,
        inFlight: byEndpoint.get(endpoint.id),
        isQuick: quick.get(endpoint.id) === true,
      }));
      const grants = grantSlots({ waiting: considered, inFlight, slowInFlight, ownerInFlight: byOwner.get });
      // Whoever was looked at goes to the end, so that everybody is.
      for (const { id, ownerId } of considered) {
        waiting.delete(id);
        waiting.set(id, { id, ownerId });
        if (grants.has(id)) wokenSince.delete(id);
      }
      return grants;
    },
    taken: (grants, claimed) => {
      const counts = Map.groupBy(claimed, (one) => one.endpointId);
      for (const [id, slots] of grants) {
        if ((counts.get(id)?.length ?? 0) < slots && !wokenSince.has(id)) waiting.delete(id);
      }
    },
    begin: ({ id, endpointId, ownerId }) => {
      inFlight += 1;
      byEndpoint.add(endpointId, 1);
      byOwner.add(ownerId, 1);
      if (quick.get(endpointId) === true) return;
      slowAttempts.add(id);
      slowInFlight += 1;
    },
    end: ({ id, endpointId, ownerId }, durationMs) => {
      inFlight -= 1;
      byEndpoint.add(endpointId, -1);
      byOwner.add(ownerId, -1);
      if (slowAttempts.delete(id)) slowInFlight -= 1;
      quick.set(endpointId, durationMs < quickMs);
    },
    isEmpty: () => waiting.size === 0 && inFlight === 0,
  };
}

function counter() {
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
