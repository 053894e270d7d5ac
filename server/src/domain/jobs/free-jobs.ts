import type { TxCtx } from '../context.ts';
import { deleteFailedJobs, freeJobs } from './job-store.ts';

/** The job engine alone would keep them locked for four hours. */
export function freeJobsOfPools(ctx: Pick<TxCtx, 'db'>, poolIds: readonly string[]): Promise<number> {
  return freeJobs(ctx.db, poolIds);
}

export function purgeFailedJobs(ctx: Pick<TxCtx, 'db'>): Promise<void> {
  return deleteFailedJobs(ctx.db);
}
