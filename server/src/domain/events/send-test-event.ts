import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { emitTo } from './emit.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { requireWebhook } from '../webhooks/require-webhook.ts';

export async function sendTestEvent(ctx: Ctx, webhookId: string): Promise<{ eventId: string; deliveryId: string }> {
  return inTransaction(ctx, async (ctx) => {
    const endpoint = await requireWebhook(ctx, webhookId);
    if (!endpoint.isActive) {
      throw new AppError('webhookInactive', 'Activate the webhook endpoint first', { param: null });
    }
    await takeHourlyCap(ctx, 'webhook.trigger');
    const data = { webhook: { id: webhookId, name: endpoint.name }, message: 'Test event', profileIds: [] };
    const event = { type: 'webhook.test', resourceId: webhookId, data } as const;
    return emitTo(ctx, webhookId, event);
  });
}
