import type { WebhookEndpointRow } from '../../../db/rows.ts';
import type { Ctx } from '../../context.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { Settlement } from './delivery-queue-store.ts';
import { nextStep } from './retry-schedule.ts';

const stampMs = 1000;

type DeliverCtx = Pick<Ctx, 'http' | 'sealer' | 'clock' | 'timing' | 'random' | 'log' | 'guard'>;

export async function deliverOnce(ctx: DeliverCtx, claimed: ClaimedDelivery): Promise<Settlement> {
  const key = { id: claimed.id, claimToken: claimed.claimToken };
  const { endpoint, event } = claimed;
  if (endpoint === null) return { ...key, ...notSent('endpointDeleted') };
  if (!endpoint.isActive) return { ...key, ...notSent('endpointDisabled') };
  // Events are kept while a delivery is pending.
  if (event === null) throw new Error(`the event ${claimed.eventId} no longer exists`);
  await ctx.guard.beforeSend();
  const { result, attemptedAt, durationMs, responseExcerpt } = await attemptDelivery(ctx, {
    ...claimed,
    endpoint,
    event,
  });
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
    responseExcerpt,
    isEndpointCurrent: step.status === 'delivered' && isCurrent(endpoint, attemptedAt),
  };
}

/** Limits updates of the endpoint to one per second, because writing one row for every success would be slow. */
function isCurrent({ consecutiveFailures, lastDeliveredAt }: WebhookEndpointRow, at: Date): boolean {
  return consecutiveFailures === 0 && lastDeliveredAt !== null && at.getTime() - lastDeliveredAt.getTime() < stampMs;
}

function notSent(errorCode: 'endpointDeleted' | 'endpointDisabled'): Omit<Settlement, 'id' | 'claimToken'> {
  return {
    status: 'failed',
    waitMs: null,
    errorCode,
    httpStatus: null,
    durationMs: null,
    attemptedAt: null,
    responseExcerpt: null,
    isEndpointCurrent: true,
  };
}
