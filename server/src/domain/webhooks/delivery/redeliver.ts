import { inTransaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Delivery } from '../../../schemas/webhook.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { takeHourlyCap } from '../../plans/take-hourly-cap.ts';
import { wakeEndpoints } from './add-deliveries.ts';
import { beginRun, findDelivery, type FoundDelivery } from './delivery-store.ts';
import { deliveryView } from './delivery-view.ts';
import { selectWebhooks } from '../webhook-store.ts';

/** A new run of six on the same record; what earlier runs did stays counted and kept. */
export async function redeliver(ctx: Ctx, deliveryId: string): Promise<Delivery> {
  const scope = scopeOf(ctx.caller);
  return inTransaction(ctx, async (ctx) => {
    const row = await findDelivery(ctx.db, scope, deliveryId);
    if (row === undefined) throw new AppError('notFound', 'Not found');
    await requireActive(ctx, row);
    if (row.next_attempt_at !== null) throw inProgress();
    if (row.is_expired) {
      throw new AppError('deliveryExpired', 'The event is over 30 days old: its content is no longer kept', {
        param: null,
      });
    }
    // Before the cap: who lost against a rival hears of the run in progress, not of a cap the rival filled.
    const begun = await beginRun(ctx.db, scope, deliveryId);
    if (begun === undefined) throw inProgress();
    await takeHourlyCap(ctx, 'webhook.trigger');
    await wakeEndpoints(ctx, [row.endpoint_id]);
    return deliveryView(begun);
  });
}

/** To a limited key the delivery of an endpoint it cannot see, or of a deleted one, does not exist. */
async function requireActive(ctx: TxCtx, row: FoundDelivery): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const [endpoint] = await selectWebhooks(ctx.db, scope, row.endpoint_id);
  if (endpoint === undefined && scope.profiles !== 'all') throw new AppError('notFound', 'Not found');
  if (endpoint?.is_active !== true) {
    const message = endpoint === undefined ? 'The webhook endpoint was deleted' : 'Activate the webhook endpoint first';
    throw new AppError('webhookInactive', message, { param: null });
  }
}

function inProgress(): AppError {
  return new AppError('deliveryInProgress', 'The delivery still has attempts to come: wait until it has ended', {
    param: null,
  });
}
