import { scopeOf } from '../../access.ts';
import type { TxCtx } from '../../context.ts';
import { endOpenDeliveries } from './delivery-store.ts';

type Ending = { webhookId: string; because: 'endpointDisabled' | 'endpointDeleted' };

/** The engine later ends deliveries that are created concurrently. */
export async function endDeliveries(ctx: Pick<TxCtx, 'db' | 'caller'>, ending: Ending): Promise<void> {
  await endOpenDeliveries(ctx.db, scopeOf(ctx.caller), ending);
}
