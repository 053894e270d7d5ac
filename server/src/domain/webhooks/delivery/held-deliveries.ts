import type { ClaimedDelivery } from './claimed-delivery.ts';

type HeldDeliveries = {
  count(): number;
  ofEndpoint(id: string): number;
  endpoints(): { id: string; ownerId: string }[];
  add(claimed: readonly ClaimedDelivery[]): void;
  take(endpointId: string, count: number): ClaimedDelivery[];
  drop(endpointId?: string): ClaimedDelivery[];
};

export function createHeldDeliveries(): HeldDeliveries {
  const queues = new Map<string, ClaimedDelivery[]>();
  let total = 0;
  return {
    count: () => total,
    ofEndpoint: (id) => queues.get(id)?.length ?? 0,
    endpoints: () => [...queues].map(([id, [first]]) => ({ id, ownerId: first?.ownerId ?? '' })),
    add: (claimed) => {
      total += claimed.length;
      for (const delivery of claimed) {
        const queue = queues.get(delivery.endpointId);
        if (queue === undefined) queues.set(delivery.endpointId, [delivery]);
        else queue.push(delivery);
      }
    },
    take: (endpointId, count) => {
      const queue = queues.get(endpointId) ?? [];
      const deliveries = queue.splice(0, count);
      total -= deliveries.length;
      queues.delete(endpointId);
      if (queue.length > 0) queues.set(endpointId, queue);
      return deliveries;
    },
    drop: (endpointId) => {
      const ids = endpointId === undefined ? [...queues.keys()] : [endpointId];
      const dropped = ids.flatMap((id) => queues.get(id) ?? []);
      for (const id of ids) queues.delete(id);
      total -= dropped.length;
      return dropped;
    },
  };
}
