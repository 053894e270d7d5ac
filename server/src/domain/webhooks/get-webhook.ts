import type { Webhook } from '../../schemas/webhook.ts';
import type { Ctx } from '../context.ts';
import { requireWebhook } from './require-webhook.ts';
import { webhookView } from './webhook-view.ts';

export async function getWebhook(ctx: Ctx, webhookId: string): Promise<Webhook> {
  return webhookView(ctx, await requireWebhook(ctx, webhookId));
}
