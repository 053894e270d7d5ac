import type { Ctx } from '../context.ts';
import { selectAppProblems, type AppProblem } from './store/app-problem-store.ts';

export type { AppProblem };

const dayMs = 24 * 3_600_000;

export async function listAppProblems(ctx: Pick<Ctx, 'db'>): Promise<AppProblem[]> {
  return await selectAppProblems(ctx.db, dayMs);
}
