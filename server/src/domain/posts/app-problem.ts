/** A platform that refuses the operator's app: how many targets failed for it, and what it said last. */
export type AppProblem = { platform: string; targetCount: number; latestAt: Date; message: string };
