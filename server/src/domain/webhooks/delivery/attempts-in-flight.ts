import type { ClaimedDelivery } from './claimed-delivery.ts';

type Counter = { get(key: string): number; add(key: string, amount: number): void };

export function createAttemptsInFlight() {
  const byEndpoint = createCounter();
  const byOwner = createCounter();
  const slow = new Set<ClaimedDelivery>();
  let count = 0;
  return {
    count: (): number => count,
    slow: (): number => slow.size,
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

function createCounter(): Counter {
  const counts = new Map<string, number>();
  return {
    get: (key) => counts.get(key) ?? 0,
    add: (key, amount) => {
      const count = (counts.get(key) ?? 0) + amount;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
