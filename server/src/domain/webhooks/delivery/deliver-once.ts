import type { WebhookEndpointRow } from '../../../db/rows.ts';
import type { Ctx } from '../../context.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { Settlement } from './delivery-queue-store.ts';
import { nextStep } from './retry-schedule.ts';

const stampMs = 1000;

type World = Pick<Ctx, 'http' | 'sealer' | 'clock' | 'timing' | 'random' | 'log'>;

/** One attempt of a claimed delivery, and what is to be written down about it. */
export async function deliverOnce(ctx: World, claimed: ClaimedDelivery): Promise<Settlement> {
  const key = { id: claimed.id, claimToken: claimed.claimToken };
  const { endpoint, body } = claimed;
  if (endpoint === null) return { ...key, ...notSent('endpointDeleted') };
  if (!endpoint.is_active) return { ...key, ...notSent('endpointDisabled') };
  // The event is kept for as long as a delivery of it is open.
  if (body === null) throw new Error(`the event ${claimed.eventId} is gone`);
  const { result, attemptedAt, durationMs } = await attemptDelivery(ctx, { ...claimed, endpoint, body });
  const step = nextStep({
    runAttemptCount: claimed.runAttemptCount + 1,
    result,
    waitsMs: ctx.timing.deliveryWaitsMs,
    chance: (ctx.random.bytes(1)[0] ?? 0) / 255,
  });
  return {
    ...key,
    status: step.status,
    waitMs: step.status === 'retrying' ? step.waitMs : null,
    errorCode: result.errorCode,
    httpStatus: result.httpStatus,
    durationMs,
    attemptedAt,
    isEndpointCurrent: step.status === 'delivered' && isCurrent(endpoint, attemptedAt),
  };
}

/** A stream of successes stamps its endpoint once a second: one row written by all of them would hold them up. */
function isCurrent({ consecutive_failures, last_delivered_at }: WebhookEndpointRow, at: Date): boolean {
  return (
    consecutive_failures === 0 && last_delivered_at !== null && at.getTime() - last_delivered_at.getTime() < stampMs
  );
}

function notSent(errorCode: 'endpointDeleted' | 'endpointDisabled'): Omit<Settlement, 'id' | 'claimToken'> {
  return {
    status: 'failed',
    waitMs: null,
    errorCode,
    httpStatus: null,
    durationMs: null,
    attemptedAt: null,
    isEndpointCurrent: true,
  };
}
