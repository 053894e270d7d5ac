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
    profileAccess: row.profileAccess,
    profileIds: row.profileIds,
    hasSigningSecret: secrets.secretSealed !== null,
    secretRotation: rotationView(secrets.stagedAt, rotationMs),
    customHeaderNames: row.customHeaderNames,
    isActive: row.isActive,
    disabledReason: row.disabledReason,
    consecutiveFailures: row.consecutiveFailures,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    lastFailedAt: row.lastFailedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function rotationView(stagedAt: Date | null, rotationMs: number): Webhook['secretRotation'] {
  if (stagedAt === null) return null;
  const promotesAt = new Date(stagedAt.getTime() + rotationMs);
  return { stagedAt: stagedAt.toISOString(), promotesAt: promotesAt.toISOString() };
}
