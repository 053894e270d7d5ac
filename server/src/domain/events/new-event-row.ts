import type { EventRow } from '../../db/rows.ts';
import type { EventData } from '../../schemas/event.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';

type NewEvent = { type: string; resourceId: string; data: { profileIds: readonly string[] } };

/** The envelope becomes bytes here, once: every delivery, retry and redelivery sends these. */
export function newEventRow(ctx: Pick<TxCtx, 'ids' | 'clock' | 'caller'>, event: NewEvent): EventRow {
  const id = ctx.ids.make('event');
  const createdAt = ctx.clock.now();
  const { type, resourceId, data } = event;
  const envelope = { id, type, apiVersion: 'v1', createdAt: createdAt.toISOString(), data };
  return {
    id,
    owner_id: scopeOf(ctx.caller).ownerId,
    type,
    resource_id: resourceId,
    profile_ids: [...data.profileIds],
    body: Buffer.from(JSON.stringify(envelope)),
    is_in_feed: type !== testEventType,
    feed_position: null,
    created_at: createdAt,
  };
}

/** Sent to one endpoint on request; nobody else is to read it. */
const testEventType = 'webhook.test' satisfies keyof EventData;
