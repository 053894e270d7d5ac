import type { Timing } from '../domain/context.ts';
import { platformCallMsMax } from '../kernel/outbound/platform-http.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** For production; test suites scale them. */
export const realTiming: Timing = {
  heartbeatMs: 5 * second,
  workerDeadAfterMs: 20 * second,
  workerSweepMs: 5 * second,
  retentionSweepMs: 10 * minute,
  partitionSweepMs: 10 * minute,
  deliveryPollMs: second,
  deliveryLeaseMs: 20 * second,
  deliveryTimeoutMs: 10 * second,
  deliveryConnectTimeoutMs: 5 * second,
  deliveryWaitsMs: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  secretRotationMs: 24 * hour,
  tokenSweepMs: minute,
  refreshLeaseMs: 60 * second,
  refreshWaitMs: 10 * second,
  refreshPollMs: 100,
  mediaSweepMs: 10 * minute,
  platformCallMs: platformCallMsMax,
  publishPollMs: second / 2,
  publishLeaseMs: 90 * second,
  publishSettleMs: 120 * second,
  publishLookUpMs: 5 * second,
  publishRetryMs: [30 * second, 2 * minute, 10 * minute, 30 * minute],
  publishRetryMsMax: 6 * hour,
  publishMsMax: 2 * hour,
  permalinkMs: 5 * second,
  permalinkRetryMs: [minute, 10 * minute, hour],
  processingMsMax: 20 * minute,
  catchUpAfterMs: 5 * minute,
  catchUpSpacingMs: 30 * second,
  eventLoopDelayMsMax: 250,
  publishNowMs: 20 * second,
  inboxPollMs: 10 * minute,
  inboxEventPollMs: hour,
  inboxRefreshMs: minute,
  conversationRefreshMs: 15 * second,
  messageSendLeaseMs: 2 * minute,
  commentRefreshMs: 15 * second,
  commentPollMs: 10 * minute,
  commentEventPollMs: hour,
  commentAutomationPollMs: 5 * minute,
  automationPollMs: second,
  automationLeaseMs: 5 * minute,
  automationRetryMs: [minute, 5 * minute, 15 * minute],
  platformEventPollMs: second,
  platformEventLeaseMs: 5 * minute,
  metricsMs: { week: 90 * minute, month: 24 * hour, older: 7 * 24 * hour },
  followersMs: 24 * hour,
  externalImportMs: 90 * minute,
  externalSyncMs: 15 * second,
  analyticsRetryMs: 15 * minute,
  codeSweepMs: 2 * second,
  codeLeaseMs: 60 * second,
  stepAsideMs: 250,
  stopMsMax: 25 * second,
  epochMs: minute,
};

/** Contradictory values would lose work or do it twice. */
export function checkTiming(timing: Timing): void {
  if (timing.workerDeadAfterMs < 3 * timing.heartbeatMs) {
    throw new Error('a worker must be allowed to miss two beats before it counts as dead');
  }
  if (timing.deliveryLeaseMs <= timing.deliveryTimeoutMs) {
    throw new Error('a delivery must be leased for longer than its attempt may take');
  }
  if (timing.publishLeaseMs <= timing.platformCallMs || timing.publishSettleMs < 2 * timing.platformCallMs) {
    throw new Error('a target must be leased for longer than a call takes, and settled no sooner than two calls take');
  }
  if (timing.refreshLeaseMs <= timing.platformCallMs || timing.codeLeaseMs <= timing.platformCallMs) {
    throw new Error(
      'a token refresh and a search for connect codes must be leased for longer than a call to a platform may take',
    );
  }
}
