import type { WebhookEndpointRow } from '../../../db/rows.ts';

/** `endpoint` and `body` are null if they were deleted. */
export type ClaimedDelivery = {
  id: string;
  ownerId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  runAttemptCount: number;
  claimToken: string;
  /** By the monotonic clock of the process. */
  claimedAtMs: number;
  /** How far the database clock was ahead of the process clock at the claim. */
  databaseAheadMs: number;
  body: Buffer | null;
  endpoint: WebhookEndpointRow | null;
};

export type SendableDelivery = ClaimedDelivery & { body: Buffer; endpoint: WebhookEndpointRow };
