import type { WebhookEndpointRow } from '../../db/rows.ts';

/** A delivery taken for one attempt, with what the attempt needs; endpoint and body are null when they are gone. */
export type ClaimedDelivery = {
  id: string;
  ownerId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  runAttemptCount: number;
  claimToken: string;
  /** The instant of the claim on the database's clock. */
  claimedAt: Date;
  /** The same on the clock of this process, which no adjustment moves. */
  claimedAtMs: number;
  body: Buffer | null;
  endpoint: WebhookEndpointRow | null;
};
