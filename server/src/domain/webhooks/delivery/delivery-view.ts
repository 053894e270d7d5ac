import type { Delivery, DeliveryErrorCode } from '../../../schemas/webhook.ts';
import type { ListedDelivery } from './delivery-store.ts';

export function deliveryView(row: ListedDelivery): Delivery {
  return {
    deliveryId: row.id,
    webhookId: row.endpointId,
    event: row.eventType,
    eventId: row.eventId,
    resourceId: row.resourceId,
    status: row.status,
    attemptCount: row.attemptCount,
    lastHttpStatus: row.lastHttpStatus,
    // The engine writes only these codes.
    lastErrorCode: row.lastErrorCode as DeliveryErrorCode | null,
    lastDurationMs: row.lastDurationMs,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}
