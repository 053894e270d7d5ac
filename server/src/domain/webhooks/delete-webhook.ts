import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { endDeliveries } from './delivery/end-deliveries.ts';
import { requireWebhook } from './require-webhook.ts';
import { deleteWebhookRow } from './webhook-store.ts';

export async function deleteWebhook(ctx: Ctx, webhookId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await requireWebhook(ctx, webhookId);
    if (!(await deleteWebhookRow(ctx.db, scopeOf(ctx.caller), webhookId))) throw new AppError('notFound', 'Not found');
    await endDeliveries(ctx, { webhookId, because: 'endpointDeleted' });
  });
}
