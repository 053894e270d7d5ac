import { scopeOf } from '../../access.ts';
import type { TxCtx } from '../../context.ts';
import { endOpenDeliveries } from './delivery-store.ts';

type Ending = { webhookId: string; because: 'endpointDisabled' | 'endpointDeleted' };

/** What slips in beside this, the engine ends by itself when it finds the endpoint inactive or gone. */
export async function endDeliveries(ctx: Pick<TxCtx, 'db' | 'caller'>, ending: Ending): Promise<void> {
  await endOpenDeliveries(ctx.db, scopeOf(ctx.caller), ending);
}
