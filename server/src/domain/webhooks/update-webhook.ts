import { inTransaction } from '../../db/transaction.ts';
import type { WebhookEndpointRow } from '../../db/rows.ts';
import type { UpdateWebhook, Webhook } from '../../schemas/webhook.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { checkWebhookAccess, checkWebhookFields, checkWebhookScope } from './check-webhook.ts';
import { endDeliveries } from './delivery/end-deliveries.ts';
import { requireWebhook } from './require-webhook.ts';
import { openSecret, sealHeaders, sealSecret } from './sealed-fields.ts';
import { noSecrets, secretsAt, stage, type SecretColumns } from './signing-secrets.ts';
import { lockWebhook, profileLinkKey, replaceProfiles, updateWebhookRow, type StoredWebhook } from './webhook-store.ts';
import { webhookView } from './webhook-view.ts';

type Input = { webhookId: string; changes: UpdateWebhook };

export async function updateWebhook(ctx: Ctx, { webhookId, changes }: Input): Promise<Webhook> {
  const scope = scopeOf(ctx.caller);
  const { profileAccess, profileIds } = changes;
  checkWebhookFields(ctx, changes);
  if (profileAccess !== undefined && profileIds !== undefined) checkWebhookAccess({ profileAccess, profileIds });
  return inTransaction(
    ctx,
    async (ctx) => {
      await lockWebhook(ctx.db, scope, webhookId);
      const row = await requireWebhook(ctx, webhookId);
      if (profileAccess !== undefined || profileIds !== undefined) await changeAccess(ctx, row, changes);
      await updateWebhookRow(ctx.db, scope, { id: webhookId, changes: columnsAfter(ctx, row, changes) });
      if (changes.isActive === false) await endDeliveries(ctx, { webhookId, because: 'endpointDisabled' });
      return webhookView(ctx, await requireWebhook(ctx, webhookId));
    },
    { repeatOn: profileLinkKey },
  );
}

async function changeAccess(ctx: TxCtx, row: StoredWebhook, changes: UpdateWebhook): Promise<void> {
  const profileAccess = changes.profileAccess ?? row.profileAccess;
  const currentProfileIds = profileAccess === 'all_profiles' ? [] : row.profileIds;
  const access = { profileAccess, profileIds: changes.profileIds ?? currentProfileIds };
  checkWebhookAccess(access);
  await checkWebhookScope(ctx, access);
  await replaceProfiles(ctx.db, scopeOf(ctx.caller), { id: row.id, profileIds: access.profileIds });
}

function columnsAfter(ctx: TxCtx, row: StoredWebhook, changes: UpdateWebhook): Partial<WebhookEndpointRow> {
  const { customHeaders, isActive } = changes;
  return {
    ...secretsAfter(ctx, row, changes.secret),
    name: changes.name ?? row.name,
    url: changes.url ?? row.url,
    events: [...new Set(changes.events ?? row.events)],
    profileAccess: changes.profileAccess ?? row.profileAccess,
    ...(customHeaders === undefined
      ? {}
      : {
          customHeaderNames: customHeaders.map((header) => header.name),
          customHeadersSealed: sealHeaders(ctx.sealer, row, customHeaders),
        }),
    ...(isActive === undefined ? {} : { isActive, disabledReason: isActive ? null : 'user_disabled' }),
    ...(isActive === true ? { consecutiveFailures: 0 } : {}),
    updatedAt: ctx.clock.now(),
  };
}

/** Sending the current secret again discards a staged one. */
function secretsAfter(ctx: TxCtx, row: StoredWebhook, secret: string | null | undefined): SecretColumns {
  const current = secretsAt(row, { now: row.now, rotationMs: ctx.timing.secretRotationMs });
  if (secret === undefined) return current;
  if (secret === null) return noSecrets;
  const isSame = current.secretSealed !== null && openSecret(ctx.sealer, row, current.secretSealed) === secret;
  if (isSame) return { ...current, stagedSecretSealed: null, stagedAt: null };
  return stage(current, sealSecret(ctx.sealer, row, secret), row.now);
}
