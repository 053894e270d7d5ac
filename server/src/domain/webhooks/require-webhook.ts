import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { selectWebhooks, type StoredWebhook } from './webhook-store.ts';

/** Reports endpoints of others or out of scope as unknown. */
export async function requireWebhook(ctx: Ctx | TxCtx, webhookId: string): Promise<StoredWebhook> {
  const [row] = await selectWebhooks(ctx.db, scopeOf(ctx.caller), webhookId);
  if (row === undefined) throw new AppError('notFound', 'Not found');
  return row;
}
