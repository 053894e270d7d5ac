import type { Webhook } from '../../schemas/webhook.ts';
import type { Ctx } from '../context.ts';
import { secretsAt } from './signing-secrets.ts';
import type { StoredWebhook } from './webhook-store.ts';

export function webhookView(ctx: Pick<Ctx, 'timing'>, row: StoredWebhook): Webhook {
  const rotationMs = ctx.timing.secretRotationMs;
  const secrets = secretsAt(row, { now: row.now, rotationMs });
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    profileAccess: row.profile_access,
    profileIds: row.profile_ids,
    hasSigningSecret: secrets.secret_sealed !== null,
    secretRotation: rotationView(secrets.staged_at, rotationMs),
    customHeaderNames: row.custom_header_names,
    isActive: row.is_active,
    disabledReason: row.disabled_reason,
    consecutiveFailures: row.consecutive_failures,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    lastFailedAt: row.last_failed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function rotationView(stagedAt: Date | null, rotationMs: number): Webhook['secretRotation'] {
  if (stagedAt === null) return null;
  const promotesAt = new Date(stagedAt.getTime() + rotationMs);
  return { stagedAt: stagedAt.toISOString(), promotesAt: promotesAt.toISOString() };
}
