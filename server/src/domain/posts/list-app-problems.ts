import type { Ctx } from '../context.ts';
import type { AppProblem } from './app-problem.ts';
import { selectAppProblems } from './app-problem-store.ts';

const dayMs = 24 * 3_600_000;

/** Platforms that refused the operator's app in the last 24 hours, across all owners. */
export async function listAppProblems(ctx: Pick<Ctx, 'db'>): Promise<AppProblem[]> {
  return await selectAppProblems(ctx.db, dayMs);
}
