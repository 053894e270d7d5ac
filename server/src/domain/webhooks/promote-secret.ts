import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Webhook } from '../../schemas/webhook.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireWebhook } from './require-webhook.ts';
import { promote, secretsAt } from './signing-secrets.ts';
import { lockWebhook, updateWebhookRow } from './webhook-store.ts';
import { webhookView } from './webhook-view.ts';

export async function promoteSecret(ctx: Ctx, webhookId: string): Promise<Webhook> {
  const scope = scopeOf(ctx.caller);
  return inTransaction(ctx, async (ctx) => {
    await lockWebhook(ctx.db, scope, webhookId);
    const row = await requireWebhook(ctx, webhookId);
    const rotationMs = ctx.timing.secretRotationMs;
    const current = secretsAt(row, { now: row.now, rotationMs });
    if (current.stagedSecretSealed === null) {
      throw new AppError(
        'noRotationStaged',
        'There is no new secret to promote: set one with PUT /v1/webhooks/{webhookId} first',
      );
    }
    const changes = { ...promote(current, row.now, rotationMs), updatedAt: ctx.clock.now() };
    await updateWebhookRow(ctx.db, scope, { id: webhookId, changes });
    return webhookView(ctx, await requireWebhook(ctx, webhookId));
  });
}
