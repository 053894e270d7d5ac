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
  /** Metrics. */
  counts: Counts;
  /** Requests URLs that users supply. */
  http: HttpClient;
  /** The IP addresses that `http` may connect to. */
  addresses: AddressPolicy;
  storage: Storage;
  imaging: Imaging;
  platforms: Platforms;
  site: Site;
  /** Notifications within the process about posts, by post ID. */
  signals: Signals;
  /** The same about new events in the feed, by owner. */
  feedSignals: Signals;
  wake: Wake;
  /** Background work that can wait steps aside while this process publishes posts. */
  rightOfWay: RightOfWay;
  sealer: Sealer;
  /** Advances the epoch by which a restored, older database is recognized. */
  guard: Pick<RestoreGuard, 'beforeSend'>;
  cursors: Cursors;
  limits: Limits;
  timing: Timing;
  caller: Caller;
};

/** The context inside `inTransaction`, without HTTP clients and storage: nothing slow may hold a transaction open. */
export type TxCtx = TxOf<Ctx>;

/** The same for work that Herald starts itself, before it is known on whose behalf. */
export type SystemCtx = Omit<Ctx, 'caller'>;
export type SystemTxCtx = Omit<TxCtx, 'caller'>;

type Site = {
  baseUrl(): string;
  /** Undefined allows every origin. */
  redirectOrigins: readonly string[] | undefined;
  documentationUrl: string | null;
  dashboardUrl: string | null;
  /** The pages of the sandbox; it shows none in production. */
  sandboxPagesUrl(): string | undefined;
};

export type Limits = {
  requestsPerMinute: Readonly<Record<Plan, number | null>>;
  /** Default of `allowDuplicate`. */
  allowsDuplicates: boolean;
  /** Posts that a process publishes at the same time on each platform. */
  publishSlots: number;
  /** How long the daily numbers of posts and accounts are kept. */
  analyticsDays: number;
  /** Per owner; null: no limit. */
  storageBytesMax: number | null;
};

/** Shortened by the reliability suites; the real values are in `boot/timing.ts`. */
export type Timing = Readonly<{
  heartbeatMs: number;
  workerDeadAfterMs: number;
  workerSweepMs: number;
  retentionSweepMs: number;
  /** Infinite: never. */
  partitionSweepMs: number;
  /** How often each worker looks for due deliveries, in case a wake-up was lost. */
  deliveryPollMs: number;
  deliveryLeaseMs: number;
  deliveryTimeoutMs: number;
  deliveryConnectTimeoutMs: number;
  /** Waits before the second, third … attempt. */
  deliveryWaitsMs: readonly number[];
  secretRotationMs: number;
  tokenSweepMs: number;
  /** After this, another process may try. */
  refreshLeaseMs: number;
  /** How long callers wait for a refresh in another process. */
  refreshWaitMs: number;
  refreshPollMs: number;
  mediaSweepMs: number;
  /** Timeout of a request to a platform, except uploads. */
  platformCallMs: number;
  publishPollMs: number;
  /** Renewed while the worker is busy with the target. */
  publishLeaseMs: number;
  /** How long after sending a post its absence on the platform proves nothing. */
  publishSettleMs: number;
  /** Wait before the first look-up after a lost response. */
  publishLookUpMs: number;
  /** Waits before the second, third … attempt. */
  publishRetryMs: readonly number[];
  /** Upper limit of a wait, also of one that a platform names. */
  publishRetryMsMax: number;
  /** How long Herald tries to publish a target, counted from its first claim; waits that a platform names are added. */
  publishMsMax: number;
  /** How long to wait for a permalink before the post is reported as published without it. */
  permalinkMs: number;
  /** Waits before a missing permalink is read again. */
  permalinkRetryMs: readonly number[];
  /** How long a platform may process a post or its media. */
  processingMsMax: number;
  catchUpAfterMs: number;
  catchUpSpacingMs: number;
  /** Lists are refused while the event loop is delayed by more, everything else at twice this. */
  eventLoopDelayMsMax: number;
  /** How long a response waits for a post with `publishNow`. */
  publishNowMs: number;
  /** How often messages are polled without events, and with them. */
  inboxPollMs: number;
  inboxEventPollMs: number;
  /** How often messages are read from the platform, per account and per conversation. */
  inboxRefreshMs: number;
  conversationRefreshMs: number;
  /** After this, a message whose request has not ended is one of a dead process. */
  messageSendLeaseMs: number;
  /** How long a page of comments is served from the stored copy. */
  commentRefreshMs: number;
  /** How often comments are polled without events, and with them. */
  commentPollMs: number;
  commentEventPollMs: number;
  /** The same while the account has active automations. */
  commentAutomationPollMs: number;
  automationPollMs: number;
  /** After this, a message whose sending has not ended is one of a dead process. */
  automationLeaseMs: number;
  /** Waits before the second, third … attempt. */
  automationRetryMs: readonly number[];
  platformEventPollMs: number;
  platformEventLeaseMs: number;
  /** How often the numbers of posts of the last week, of the last month and of older ones are read. */
  metricsMs: Readonly<Record<'week' | 'month' | 'older', number>>;
  /** How often the number of followers is read. */
  followersMs: number;
  /** How often posts that were published without Herald are imported, and at most on request. */
  externalImportMs: number;
  externalSyncMs: number;
  /** Wait before what could not be read is read again. */
  analyticsRetryMs: number;
  codeSweepMs: number;
  codeLeaseMs: number;
  /** The pause between steps of work that can wait while posts are published. */
  stepAsideMs: number;
  /** How long a stopping process waits for work in progress to reach a safe point. */
  stopMsMax: number;
  epochMs: number;
}>;

/** An API key, or Herald itself (operator commands, workers) on behalf of an owner. */
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

/** The owner's rate limit after this request took its token. */
export type Budget = { perMinute: number; remaining: number; resetAt: Date };

/** What a caller may touch. Created only in `access.ts` and `system-scope.ts`. */
export type Scope = {
  ownerId: string;
  profiles: 'all' | ReadonlySet<string>;
  /** A key limited to profiles sees drafts without targets only if it created them. */
  keyId: string | null;
};
