import type { EventRow } from '../../db/rows.ts';
import type { EventData } from '../../schemas/event.ts';
import type { TxCtx } from '../context.ts';
import { addDeliveries, deliverTo } from '../webhooks/delivery/add-deliveries.ts';
import { insertEvents } from './event-store.ts';
import { newEventRow } from './new-event-row.ts';

export type Emission = {
  [Type in keyof EventData]: { type: Type; resourceId: string; data: EventData[Type] };
}[keyof EventData];

/** Must run in the transaction of the change. Stores events without a subscriber, too, for the feed. */
export function emit(ctx: TxCtx, ...emissions: Emission[]): void {
  const events = store(ctx, emissions);
  addDeliveries(ctx, events);
  for (const ownerId of new Set(events.map((event) => event.ownerId))) ctx.wake('events', ownerId);
}

export async function emitTo(
  ctx: TxCtx,
  endpointId: string,
  emission: Emission,
): Promise<{ eventId: string; deliveryId: string }> {
  const events = store(ctx, [emission]);
  const [{ deliveryId, eventId } = { deliveryId: '', eventId: '' }] = await deliverTo(ctx, events, [endpointId]);
  return { eventId, deliveryId };
}

function store(ctx: TxCtx, emissions: readonly Emission[]): EventRow[] {
  const rows = emissions.map((emission) => newEventRow(ctx, emission));
  insertEvents(ctx.db, rows);
  return rows;
}
