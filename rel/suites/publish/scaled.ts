/** As short as a busy machine allows. The call deadline stays below the lease, and the settle wait is twice the deadline. */
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
