import type { Ctx } from '../../context.ts';
import { selectOldestDue } from './publish-store.ts';

/** For how long the oldest target that is due and that nobody works on has been so; 0 when there is none. */
export async function dueLagSeconds(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return await selectOldestDue(ctx.db);
}
