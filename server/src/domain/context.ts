import type { Db } from '../db/client.ts';
import type { Plan } from '../db/rows.ts';
import type { TxOf } from '../db/transaction.ts';
import type { Wake } from '../db/wake-ups.ts';
import type { AddressPolicy } from '../kernel/outbound/address-policy.ts';
import type { Clock } from '../kernel/time/clock.ts';
import type { Counts } from '../kernel/counts.ts';
import type { Cursors } from '../kernel/cursor.ts';
import type { HttpClient } from '../kernel/outbound/http-client.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/crypto/random.ts';
import type { RightOfWay } from '../kernel/right-of-way.ts';
import type { Signals } from '../kernel/signals.ts';
import type { Sealer } from '../kernel/crypto/seal.ts';
import type { Imaging } from '../imaging/imaging.ts';
import type { Storage } from '../storage/storage.ts';
import type { Platforms } from '../platforms/platforms.ts';
import type { RestoreGuard } from './installation/guard.ts';

/** Everything an operation may use: there is no global clock, randomness or environment. */
export type Ctx = {
  db: Db;
  clock: Clock;
  ids: Ids;
  random: Random;
  log: Log;
  counts: Counts;
  /** Requests URLs that users supply. */
  http: HttpClient;
  /** IP addresses that `http` may connect to. */
  addresses: AddressPolicy;
  storage: Storage;
  imaging: Imaging;
  platforms: Platforms;
  site: Site;
  /** Notify within the process, by post ID. */
  signals: Signals;
  /** Notify of new events in the feed, by owner. */
  feedSignals: Signals;
  wake: Wake;
  /** Makes background work step aside while this process publishes posts. */
  rightOfWay: RightOfWay;
  sealer: Sealer;
  /** Advances the epoch by which a restored, older database is recognized. */
  guard: Pick<RestoreGuard, 'beforeSend'>;
  cursors: Cursors;
  limits: Limits;
  timing: Timing;
  caller: Caller;
};

/** Inside `inTransaction`, without HTTP clients and storage: nothing slow may hold a transaction open. */
export type TxCtx = TxOf<Ctx>;

/** For work of Herald itself, before it is known on whose behalf. */
export type SystemCtx = Omit<Ctx, 'caller'>;
export type SystemTxCtx = Omit<TxCtx, 'caller'>;

type Site = {
  baseUrl(): string;
  /** Undefined allows every origin. */
  redirectOrigins: readonly string[] | undefined;
  documentationUrl: string | null;
  dashboardUrl: string | null;
  /** Undefined in production. */
  sandboxPagesUrl(): string | undefined;
};

export type Limits = {
  requestsPerMinute: Readonly<Record<Plan, number | null>>;
  allowsDuplicates: boolean;
  /** Per process and platform. */
  publishSlots: number;
  analyticsDays: number;
  /** Per owner; null: no limit. */
  storageBytesMax: number | null;
};

/** The reliability suites shorten these; the real values are in `boot/timing.ts`. */
export type Timing = Readonly<{
  heartbeatMs: number;
  workerDeadAfterMs: number;
  workerSweepMs: number;
  retentionSweepMs: number;
  /** Infinite: never. */
  partitionSweepMs: number;
  deliveryPollMs: number;
  deliveryLeaseMs: number;
  deliveryTimeoutMs: number;
  deliveryConnectTimeoutMs: number;
  /** Before the second, third … attempt. */
  deliveryWaitsMs: readonly number[];
  secretRotationMs: number;
  tokenSweepMs: number;
  /** After this, another process may try. */
  refreshLeaseMs: number;
  /** How long callers wait for a refresh in another process. */
  refreshWaitMs: number;
  refreshPollMs: number;
  mediaSweepMs: number;
  /** Except uploads. */
  platformCallMs: number;
  publishPollMs: number;
  /** Renewed while the worker is busy with the target. */
  publishLeaseMs: number;
  /** How long after a send the absence of the post proves nothing. */
  publishSettleMs: number;
  /** Before the first look-up after a lost response. */
  publishLookUpMs: number;
  /** Before the second, third … attempt. */
  publishRetryMs: readonly number[];
  /** Also limits waits that a platform names. */
  publishRetryMsMax: number;
  /** From the first claim; waits that a platform names are added. */
  publishMsMax: number;
  /** The post is then reported as published without a permalink. */
  permalinkMs: number;
  permalinkRetryMs: readonly number[];
  processingMsMax: number;
  catchUpAfterMs: number;
  catchUpSpacingMs: number;
  /** Delay at which lists are refused; everything else is refused at twice this. */
  eventLoopDelayMsMax: number;
  publishNowMs: number;
  /** On platforms without events, and with them. */
  inboxPollMs: number;
  inboxEventPollMs: number;
  /** Minimum between reads, per account and per conversation. */
  inboxRefreshMs: number;
  conversationRefreshMs: number;
  /** After this, the sending process counts as dead. */
  messageSendLeaseMs: number;
  commentRefreshMs: number;
  /** On platforms without events, and with them. */
  commentPollMs: number;
  commentEventPollMs: number;
  /** For accounts with active automations. */
  commentAutomationPollMs: number;
  automationPollMs: number;
  /** After this, the sending process counts as dead. */
  automationLeaseMs: number;
  /** Before the second, third … attempt. */
  automationRetryMs: readonly number[];
  platformEventPollMs: number;
  platformEventLeaseMs: number;
  metricsMs: Readonly<Record<'week' | 'month' | 'older', number>>;
  followersMs: number;
  /** Between imports, and at least between requested ones. */
  externalImportMs: number;
  externalSyncMs: number;
  analyticsRetryMs: number;
  codeSweepMs: number;
  codeLeaseMs: number;
  /** Between steps of work that can wait while posts are published. */
  stepAsideMs: number;
  /** How long work in progress may take to reach a safe point. */
  stopMsMax: number;
  epochMs: number;
}>;

/** `system` is Herald itself: operator commands and workers. */
export type Caller =
  | {
      kind: 'key';
      ownerId: string;
      keyId: string;
      permission: 'read-write' | 'read';
      profiles: 'all' | ReadonlySet<string>;
      budget: Budget | null;
    }
  | { kind: 'system'; ownerId: string };

export type Budget = { perMinute: number; remaining: number; resetAt: Date };

/** Created only in `access.ts` and `system-scope.ts`. */
export type Scope = {
  ownerId: string;
  profiles: 'all' | ReadonlySet<string>;
  /** A key limited to profiles sees drafts without targets only if it created them. */
  keyId: string | null;
};
