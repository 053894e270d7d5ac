import type { Ctx } from '../context.ts';
import { takeDueJobs, type DueJob } from './job-store.ts';

/** Everything due on the clock of decisions; what is taken is gone, so run it. */
export function takeJobs(ctx: Pick<Ctx, 'db'>): Promise<DueJob[]> {
  return takeDueJobs(ctx.db);
}
