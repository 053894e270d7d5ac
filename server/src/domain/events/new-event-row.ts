import type { EventRow } from '../../db/rows.ts';
import type { EventData } from '../../schemas/event.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';

type NewEvent = { type: string; resourceId: string; data: { profileIds: readonly string[] } };

/** Serializes the envelope once: every delivery sends the same bytes. */
export function newEventRow(ctx: Pick<TxCtx, 'ids' | 'clock' | 'caller'>, event: NewEvent): EventRow {
  const id = ctx.ids.make('event');
  const createdAt = ctx.clock.now();
  const { type, resourceId, data } = event;
  const envelope = { id, type, apiVersion: 'v1', createdAt: createdAt.toISOString(), data };
  return {
    id,
    ownerId: scopeOf(ctx.caller).ownerId,
    type,
    resourceId,
    profileIds: [...data.profileIds],
    body: Buffer.from(JSON.stringify(envelope)),
    isInFeed: type !== testEventType,
    feedPosition: null,
    createdAt,
  };
}

const testEventType = 'webhook.test' satisfies keyof EventData;
