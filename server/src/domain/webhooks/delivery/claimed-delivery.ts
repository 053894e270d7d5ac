import type { WebhookEndpointRow } from '../../../db/rows.ts';

/** `endpoint` and `event` are null if they were deleted. */
export type ClaimedDelivery = {
  id: string;
  ownerId: string;
  endpointId: string;
  eventId: string;
  runAttemptCount: number;
  claimToken: string;
  /** Monotonic clock of the process. */
  claimedAtMs: number;
  /** How far the database clock was ahead of the process clock at the claim. */
  databaseAheadMs: number;
  event: { type: string; body: Buffer } | null;
  endpoint: WebhookEndpointRow | null;
};

export type SendableDelivery = ClaimedDelivery & {
  event: NonNullable<ClaimedDelivery['event']>;
  endpoint: WebhookEndpointRow;
};
