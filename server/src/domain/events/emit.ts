import type { EventRow } from '../../db/rows.ts';
import type { EventData } from '../../schemas/event.ts';
import type { TxCtx } from '../context.ts';
import { addDeliveries, deliverTo } from '../webhooks/add-deliveries.ts';
import { insertEvent } from './event-store.ts';
import { newEventRow } from './new-event-row.ts';

export type Emission = {
  [Type in keyof EventData]: { type: Type; resourceId: string; data: EventData[Type] };
}[keyof EventData];

/** Written in the transaction of the change it tells of, whether anybody listens or not. */
export async function emit(ctx: TxCtx, emission: Emission): Promise<void> {
  const event = await store(ctx, emission);
  await addDeliveries(ctx, event);
}

/** To one endpoint, whatever it is subscribed to. */
export async function emitTo(
  ctx: TxCtx,
  endpointId: string,
  emission: Emission,
): Promise<{ eventId: string; deliveryId: string }> {
  const event = await store(ctx, emission);
  const [deliveryId = ''] = await deliverTo(ctx, event, [endpointId]);
  return { eventId: event.id, deliveryId };
}

async function store(ctx: TxCtx, emission: Emission): Promise<EventRow> {
  const row = newEventRow(ctx, emission);
  await insertEvent(ctx.db, row);
  return row;
}
