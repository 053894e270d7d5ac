import type { EventRow } from '../../../db/rows.ts';
import { scopeOf } from '../../access.ts';
import type { TxCtx } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { insertDeliveries } from './delivery-store.ts';
import { drainEndpoint } from '../webhook-jobs.ts';
import { selectSubscribers } from '../webhook-store.ts';

/** One delivery per event and endpoint that is to hear of it, and a wake-up for each endpoint. */
export async function addDeliveries(ctx: TxCtx, events: readonly EventRow[]): Promise<void> {
  // Those of one kind about the same profiles are heard by the same.
  const alike = Map.groupBy(events, ({ type, profile_ids: profileIds }) => [type, ...profileIds].join(' '));
  for (const group of alike.values()) {
    const [{ type, profile_ids: profileIds } = { type: '', profile_ids: [] }] = group;
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
  const made: Delivery[] = [];
  for (const event of events) {
    const deliveries = endpointIds.map((endpointId) => ({ id: ctx.ids.make('delivery'), endpointId }));
    await insertDeliveries(ctx.db, { event, createdAt: ctx.clock.now(), deliveries });
    made.push(...deliveries.map(({ id: deliveryId }) => ({ eventId: event.id, deliveryId })));
  }
  await wakeEndpoints(ctx, endpointIds);
  return made;
}

export async function wakeEndpoints(ctx: TxCtx, endpointIds: readonly string[]): Promise<void> {
  const { ownerId } = scopeOf(ctx.caller);
  await enqueue(
    ctx,
    drainEndpoint,
    endpointIds.map((endpointId) => ({ payload: { ownerId, endpointId }, key: endpointId })),
  );
}
