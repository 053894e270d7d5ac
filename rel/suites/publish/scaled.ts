/** As real ones in their order (D < L, S = 2 D), and as short as processes on a busy machine allow. */
export const scaled = {
  heartbeatMs: 200,
  workerDeadAfterMs: 1000,
  workerSweepMs: 200,
  retentionSweepMs: 60_000,
  mediaSweepMs: 60_000,
  platformCallMs: 2000,
  publishPollMs: 100,
  publishLeaseMs: 3000,
  publishSettleMs: 4000,
  publishLookUpMs: 100,
  publishRetryMs: [100, 400, 1000, 2000],
  permalinkRetryMs: [100, 400, 1000],
  publishNowMs: 1,
  catchUpSpacingMs: 300,
};
