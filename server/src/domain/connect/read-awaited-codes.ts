import { inParallel } from '../../kernel/in-parallel.ts';
import type { SweepCtx } from '../background/sweep.ts';
import { selectWaitedFor } from './connect-session-store.ts';
import { readCodes } from './read-codes.ts';

export async function readAwaitedCodes(ctx: SweepCtx): Promise<void> {
  const bots = await selectWaitedFor(ctx.db);
  await inParallel(bots, bots.length, (bot) => readCodes(ctx, bot));
}
