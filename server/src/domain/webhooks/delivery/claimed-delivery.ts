import type { WebhookEndpointRow } from '../../../db/rows.ts';

/** A delivery taken for one attempt, with what the attempt needs; endpoint and body are null when they are gone. */
export type ClaimedDelivery = {
  id: string;
  ownerId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  runAttemptCount: number;
  claimToken: string;
  /** When it was claimed, on the clock of this process that no adjustment moves. */
  claimedAtMs: number;
  /** How far the database's clock was ahead of this process's then. */
  databaseAheadMs: number;
  body: Buffer | null;
  endpoint: WebhookEndpointRow | null;
};

export type SendableDelivery = ClaimedDelivery & { body: Buffer; endpoint: WebhookEndpointRow };
