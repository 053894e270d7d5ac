import type { Webhook } from '../../schemas/webhook.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectWebhooks } from './webhook-store.ts';
import { webhookView } from './webhook-view.ts';

export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const rows = await selectWebhooks(ctx.db, scopeOf(ctx.caller));
  return rows.map((row) => webhookView(ctx, row));
}
