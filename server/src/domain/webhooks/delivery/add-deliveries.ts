import type { EventRow } from '../../../db/rows.ts';
import { scopeOf } from '../../access.ts';
import type { TxCtx } from '../../context.ts';
import { insertDeliveries } from './delivery-store.ts';
import { selectSubscribers } from '../webhook-store.ts';

export async function addDeliveries(ctx: TxCtx, events: readonly EventRow[]): Promise<void> {
  // Events of the same type and profiles have the same subscribers.
  const alike = Map.groupBy(events, ({ type, profileIds }) => [type, ...profileIds].join(' '));
  for (const group of alike.values()) {
    const [{ type, profileIds } = { type: '', profileIds: [] }] = group;
    await deliverTo(ctx, group, await selectSubscribers(ctx.db, scopeOf(ctx.caller), { type, profileIds }));
  }
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

export function wakeEndpoints(ctx: TxCtx, endpointIds: readonly string[]): void {
  const { ownerId } = scopeOf(ctx.caller);
  for (const id of endpointIds) ctx.wake('deliveries', `${ownerId} ${id}`);
}
