import { AppError } from '../../../kernel/errors.ts';
import { readDateRange } from '../../../kernel/time/date-range.ts';
import type { Delivery, DeliveryQuery } from '../../../schemas/webhook.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { hasDeliveriesOf, selectDeliveries } from './delivery-store.ts';
import { deliveryView } from './delivery-view.ts';
import { selectWebhooks } from '../webhook-store.ts';

type Page = {
  deliveries: Delivery[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
};

export async function listDeliveries(ctx: Ctx, query: DeliveryQuery): Promise<Page> {
  const range = readDateRange(query, { from: 'dateFrom', to: 'dateTo' });
  if (query.webhookId !== undefined) await requireKnown(ctx, query.webhookId);
  const { page, limit } = query;
  const filter = {
    webhookId: query.webhookId ?? null,
    event: query.event ?? null,
    status: query.status ?? null,
    ...range,
  };
  const { rows, total } = await selectDeliveries(ctx.db, scopeOf(ctx.caller), { filter, page, limit });
  return {
    deliveries: rows.map(deliveryView),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

/** Keys with full access can still list the deliveries of a deleted endpoint. */
async function requireKnown(ctx: Ctx, webhookId: string): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const [endpoint] = await selectWebhooks(ctx.db, scope, webhookId);
  if (endpoint !== undefined) return;
  if (scope.profiles === 'all' && (await hasDeliveriesOf(ctx.db, scope, webhookId))) return;
  throw new AppError('notFound', 'Not found');
}
