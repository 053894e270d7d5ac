import type { WebhookDeliveryRow } from '../../../db/rows.ts';
import type { Delivery, DeliveryErrorCode } from '../../../schemas/webhook.ts';

export function deliveryView(row: WebhookDeliveryRow): Delivery {
  return {
    deliveryId: row.id,
    webhookId: row.endpoint_id,
    event: row.event_type,
    eventId: row.event_id,
    resourceId: row.resource_id,
    status: row.status,
    attemptCount: row.attempt_count,
    lastHttpStatus: row.last_http_status,
    // Written by the engine from the same closed list.
    lastErrorCode: row.last_error_code as DeliveryErrorCode | null,
    lastDurationMs: row.last_duration_ms,
    createdAt: row.created_at.toISOString(),
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}
