import { inTransaction } from '../../db/transaction.ts';
import type { WebhookEndpointRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CreateWebhook, Webhook } from '../../schemas/webhook.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { checkWebhookAccess, checkWebhookFields, checkWebhookScope } from './check-webhook.ts';
import { numberCaps } from '../plans/limits.ts';
import { requireWebhook } from './require-webhook.ts';
import { sealHeaders, sealSecret } from './sealed-fields.ts';
import { noSecrets } from './signing-secrets.ts';
import { countWebhooks, insertWebhook, profileLinkKey, replaceProfiles } from './webhook-store.ts';
import { webhookView } from './webhook-view.ts';

export async function createWebhook(ctx: Ctx, input: CreateWebhook): Promise<Webhook> {
  const scope = scopeOf(ctx.caller);
  const access = { profileAccess: input.profileAccess, profileIds: input.profileIds ?? [] };
  checkWebhookFields(ctx, input);
  checkWebhookAccess(access);
  return inTransaction(
    ctx,
    async (ctx) => {
      await lockOwner(ctx);
      await checkWebhookScope(ctx, access);
      if ((await countWebhooks(ctx.db, scope)) >= numberCaps.webhooks) {
        throw new AppError(
          'limitReached',
          `A user has at most ${numberCaps.webhooks} webhook endpoints: delete one first`,
        );
      }
      const row = newWebhookRow(ctx, input);
      await insertWebhook(ctx.db, row);
      await replaceProfiles(ctx.db, scope, { id: row.id, profileIds: access.profileIds });
      return webhookView(ctx, await requireWebhook(ctx, row.id));
    },
    { repeatOn: profileLinkKey },
  );
}

function newWebhookRow(ctx: TxCtx, input: CreateWebhook): WebhookEndpointRow {
  const key = { id: ctx.ids.make('webhook'), ownerId: scopeOf(ctx.caller).ownerId };
  const isActive = input.isActive ?? true;
  const headers = input.customHeaders ?? [];
  const secret = input.secret ?? null;
  const now = ctx.clock.now();
  return {
    ...key,
    ...noSecrets,
    name: input.name,
    url: input.url,
    events: [...new Set(input.events)],
    profileAccess: input.profileAccess,
    customHeaderNames: headers.map((header) => header.name),
    customHeadersSealed: sealHeaders(ctx.sealer, key, headers),
    secretSealed: secret === null ? null : sealSecret(ctx.sealer, key, secret),
    isActive,
    disabledReason: isActive ? null : 'user_disabled',
    consecutiveFailures: 0,
    lastDeliveredAt: null,
    lastFailedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
