import { drainEndpoint } from '../domain/webhooks/webhook-jobs.ts';
import { handle } from './handler.ts';

/** Only wakes the engine: an endpoint that hangs must not hold a place among the jobs. */
export const drainEndpointHandler = handle(drainEndpoint, async (ctx, { endpointId, ownerId }) => {
  ctx.deliveries.wake({ id: endpointId, ownerId });
});
