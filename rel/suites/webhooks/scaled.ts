/** Waits a thousand times shorter than the real ones; leases and sweeps as short as processes allow. */
export const scaled = {
  heartbeatMs: 200,
  workerDeadAfterMs: 1000,
  workerSweepMs: 200,
  retentionSweepMs: 60_000,
  deliveryPollMs: 100,
  deliveryLeaseMs: 5000,
  deliveryTimeoutMs: 1000,
  deliveryConnectTimeoutMs: 500,
  deliveryWaitsMs: [5, 300, 1800, 7200, 18_000],
  secretRotationMs: 86_400,
};
