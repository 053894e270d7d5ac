import { inTransaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Delivery } from '../../../schemas/webhook.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { takeHourlyCap } from '../../plans/take-hourly-cap.ts';
import { wakeEndpoints } from './add-deliveries.ts';
import { beginRun, findDelivery, type StoredDelivery } from './delivery-store.ts';
import { deliveryView } from './delivery-view.ts';
import { selectWebhooks } from '../webhook-store.ts';

export async function redeliver(ctx: Ctx, deliveryId: string): Promise<Delivery> {
  const scope = scopeOf(ctx.caller);
  return inTransaction(ctx, async (ctx) => {
    const row = await findDelivery(ctx.db, scope, deliveryId);
    if (row === undefined) throw new AppError('notFound', 'Not found');
    await requireActive(ctx, row);
    if (row.nextAttemptAt !== null) throw inProgress();
    if (row.isExpired) {
      throw new AppError('deliveryExpired', 'The event is older than 30 days, so its content was deleted', {
        param: null,
      });
    }
    // Before the hourly limit, so that the loser of two concurrent requests learns of the run in progress.
    const begun = await beginRun(ctx.db, scope, deliveryId);
    if (begun === undefined) throw inProgress();
    await takeHourlyCap(ctx, 'webhook.trigger');
    wakeEndpoints(ctx, [row.endpointId]);
    return deliveryView(begun);
  });
}

/** A key limited to profiles gets a 404 for deliveries of endpoints that it cannot see or that were deleted. */
async function requireActive(ctx: TxCtx, row: StoredDelivery): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const [endpoint] = await selectWebhooks(ctx.db, scope, row.endpointId);
  if (endpoint === undefined && scope.profiles !== 'all') throw new AppError('notFound', 'Not found');
  if (endpoint?.isActive !== true) {
    const message = endpoint === undefined ? 'The webhook endpoint was deleted' : 'Activate the webhook endpoint first';
    throw new AppError('webhookInactive', message, { param: null });
  }
}

function inProgress(): AppError {
  return new AppError(
    'deliveryInProgress',
    'The delivery has not ended yet: wait until its remaining attempts are made',
    {
      param: null,
    },
  );
}
