import type { EventRow } from '../../../db/rows.ts';
import { scopeOf } from '../../access.ts';
import type { TxCtx } from '../../context.ts';
import { insertDeliveries, insertSubscribedDeliveries } from './delivery-store.ts';

/** Wakes the endpoints after the commit, which is when they are known. */
export function addDeliveries(ctx: TxCtx, events: readonly EventRow[]): void {
  if (events.length === 0) return;
  insertSubscribedDeliveries(ctx.db, scopeOf(ctx.caller), {
    events,
    createdAt: ctx.clock.now(),
    onEndpoints: (ids) => wakeEndpoints(ctx, new Set(ids)),
  });
}

type Delivery = { eventId: string; deliveryId: string };

export async function deliverTo(
  ctx: TxCtx,
  events: readonly EventRow[],
  endpointIds: readonly string[],
): Promise<Delivery[]> {
  if (endpointIds.length === 0) return [];
  const addedDeliveries: Delivery[] = [];
  for (const event of events) {
    const deliveries = endpointIds.map((endpointId) => ({ id: ctx.ids.make('delivery'), endpointId }));
    await insertDeliveries(ctx.db, { event, createdAt: ctx.clock.now(), deliveries });
    addedDeliveries.push(...deliveries.map(({ id: deliveryId }) => ({ eventId: event.id, deliveryId })));
  }
  wakeEndpoints(ctx, endpointIds);
  return addedDeliveries;
}

export function wakeEndpoints(ctx: TxCtx, endpointIds: Iterable<string>): void {
  const { ownerId } = scopeOf(ctx.caller);
  for (const id of endpointIds) ctx.wake('deliveries', `${ownerId} ${id}`);
}
