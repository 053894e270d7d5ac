import { AppError } from '../../../kernel/errors.ts';
import type { WebhookAttemptRow } from '../../../db/rows.ts';
import type { DeliveryAttempt, DeliveryDetail, DeliveryErrorCode } from '../../../schemas/webhook.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { attemptsShownMax } from '../limits.ts';
import { findDeliveryDetail, selectAttempts } from './delivery-store.ts';
import { deliveryView } from './delivery-view.ts';

export async function getDelivery(ctx: Ctx, deliveryId: string): Promise<DeliveryDetail> {
  const scope = scopeOf(ctx.caller);
  const row = await findDeliveryDetail(ctx.db, scope, deliveryId);
  if (row === undefined) throw new AppError('notFound', 'Not found');
  const attempts = await selectAttempts(ctx.db, scope, { deliveryId, limit: attemptsShownMax });
  return {
    ...deliveryView(row),
    url: row.url,
    body: row.body?.toString('utf8') ?? null,
    attempts: attempts.map(attemptView),
  };
}

function attemptView(row: WebhookAttemptRow): DeliveryAttempt {
  return {
    at: row.attemptedAt.toISOString(),
    httpStatus: row.httpStatus,
    errorCode: row.errorCode as DeliveryErrorCode | null,
    durationMs: row.durationMs,
    responseExcerpt: row.responseExcerpt,
  };
}
