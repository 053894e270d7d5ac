import type { EventRow } from '../../db/rows.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { insertDeliveries } from './delivery-store.ts';
import { drainEndpoint } from './webhook-jobs.ts';
import { selectSubscribers } from './webhook-store.ts';

/** One delivery per endpoint that is to hear of the event, and a wake-up for each. */
export async function addDeliveries(ctx: TxCtx, event: EventRow): Promise<void> {
  const routed = { type: event.type, profileIds: event.profile_ids };
  await deliverTo(ctx, event, await selectSubscribers(ctx.db, scopeOf(ctx.caller), routed));
}

export async function deliverTo(ctx: TxCtx, event: EventRow, endpointIds: readonly string[]): Promise<string[]> {
  if (endpointIds.length === 0) return [];
  const deliveries = endpointIds.map((endpointId) => ({ id: ctx.ids.make('delivery'), endpointId }));
  await insertDeliveries(ctx.db, { event, createdAt: ctx.clock.now(), deliveries });
  await wakeEndpoints(ctx, endpointIds);
  return deliveries.map((one) => one.id);
}

export async function wakeEndpoints(ctx: TxCtx, endpointIds: readonly string[]): Promise<void> {
  const { ownerId } = scopeOf(ctx.caller);
  await enqueue(
    ctx,
    drainEndpoint,
    endpointIds.map((endpointId) => ({ payload: { ownerId, endpointId }, key: endpointId })),
  );
}
