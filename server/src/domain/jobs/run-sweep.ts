import { inTransaction } from '../../db/transaction.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { tryLockSweep } from './sweep-store.ts';

type World<Context> = Omit<Context, 'caller'>;
type Sweep = { name: string; run(ctx: World<TxCtx>): Promise<void> };

/** In one process at a time; whoever comes second has nothing to do. */
export async function runSweep(ctx: World<Ctx>, { name, run }: Sweep): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await tryLockSweep(ctx.db, name)) await run(ctx);
  });
}
