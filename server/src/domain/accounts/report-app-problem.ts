import type { Ctx } from '../context.ts';

type AppProblem = { platform: string; accountId?: string; reason: string; code?: string; waitMs?: number };

/** The account is not at fault and stays connected. */
export function reportAppProblem(ctx: Pick<Ctx, 'log' | 'counts'>, problem: AppProblem): void {
  ctx.log.error(problem, 'a platform refuses the app');
  ctx.counts.count('platformAppProblem', { platform: problem.platform });
}
