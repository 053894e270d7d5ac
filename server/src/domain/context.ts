import type { Db } from '../db/client.ts';
import type { Plan } from '../db/rows.ts';
import type { TxOf } from '../db/transaction.ts';
import type { AddressPolicy } from '../kernel/outbound/address-policy.ts';
import type { Clock } from '../kernel/time/clock.ts';
import type { Counts } from '../kernel/counts.ts';
import type { Cursors } from '../kernel/cursor.ts';
import type { HttpClient } from '../kernel/outbound/http-client.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/crypto/random.ts';
import type { Signals } from '../kernel/signals.ts';
import type { Sealer } from '../kernel/crypto/seal.ts';
import type { Imaging } from '../imaging/imaging.ts';
import type { Storage } from '../storage/storage.ts';
import type { Platforms } from '../platforms/platforms.ts';
import type { RestoreGuard } from './installation/guard.ts';

/** The world as an operation sees it. Nothing else is reachable: no ambient clock, chance, environment or caller. */
export type Ctx = {
  db: Db;
  clock: Clock;
  ids: Ids;
  random: Random;
  log: Log;
  /** Figures for the operator. */
  counts: Counts;
  /** Calls addresses that somebody gave us. */
  http: HttpClient;
  /** Which of them may be called at all. */
  addresses: AddressPolicy;
  /** The bytes of media. */
  storage: Storage;
  imaging: Imaging;
  /** The networks, and the way to them. */
  platforms: Platforms;
  site: Site;
  /** Word within the process that something has happened. */
  signals: Signals;
  sealer: Sealer;
  /** Advances the epoch that tells an old copy of the database from the current one. */
  guard: Pick<RestoreGuard, 'beforeSend'>;
  cursors: Cursors;
  limits: Limits;
  timing: Timing;
  caller: Caller;
};

/** What an operation holds inside `inTransaction`: it can write, but cannot reach the network. */
export type TxCtx = TxOf<Ctx>;

/** Where the outside finds Herald, and where Herald may send people. */
type Site = {
  baseUrl(): string;
  /** Undefined: anywhere. */
  redirectOrigins: readonly string[] | undefined;
  documentationUrl: string | null;
  dashboardUrl: string | null;
};

/** Figures the operator may change. */
type Limits = {
  requestsPerMinute: Readonly<Record<Plan, number | null>>;
  /** Whether the same content may be posted twice when a request does not say. */
  allowsDuplicates: boolean;
  /** Bytes of media that one owner may store; null: no limit. */
  storageBytesMax: number | null;
};

/** Waits and leases, which the suites scale. `timing.ts` holds the real ones. */
export type Timing = Readonly<{
  heartbeatMs: number;
  workerDeadAfterMs: number;
  workerSweepMs: number;
  retentionSweepMs: number;
  /** How often each worker looks for due deliveries that no job announced. */
  deliveryPollMs: number;
  deliveryLeaseMs: number;
  deliveryTimeoutMs: number;
  deliveryConnectTimeoutMs: number;
  /** Before the second, third … attempt of a run. */
  deliveryWaitsMs: readonly number[];
  secretRotationMs: number;
  tokenSweepMs: number;
  /** How long one process may take over a refresh before another may try. */
  refreshLeaseMs: number;
  /** How long others wait for the outcome of a refresh under way. */
  refreshWaitMs: number;
  refreshPollMs: number;
  mediaSweepMs: number;
  /** How long a call to a network may take, uploads aside. */
  platformCallMs: number;
  /** How often each worker looks for due posts that no job announced. */
  publishPollMs: number;
  /** How long a target is one worker's; renewed while it works. */
  publishLeaseMs: number;
  /** After a request that cannot be taken back, before its absence proves anything. */
  publishSettleMs: number;
  /** Before the first look-up after a lost answer. */
  publishLookUpMs: number;
  /** Before the second, third … attempt. */
  publishRetryMs: readonly number[];
  /** Longer than the platform's own wait may be. */
  publishRetryMsMax: number;
  /** How long Herald tries to publish a target, counted from its first claim; waits that a platform names are added. */
  publishMsMax: number;
  /** How long the link of a published post may be read before the post counts as published without it. */
  permalinkMs: number;
  /** Before the missing link of a published post is read again. */
  permalinkRetryMs: readonly number[];
  /** How long a network may take over what it was given. */
  processingMsMax: number;
  catchUpAfterMs: number;
  catchUpSpacingMs: number;
  /** How long an answer waits for a post that goes out at once. */
  publishNowMs: number;
  codeSweepMs: number;
  codeLeaseMs: number;
  /** How long work in progress may take to come to its next safe point once the process has to stop. */
  stopMsMax: number;
  /** How often the epoch advances while posts are sent. */
  epochMs: number;
}>;

/** Who asks: a key over HTTP, or Herald itself (operator commands, workers) for one owner. */
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

/** The state of the request budget after this request took its token. */
export type Budget = { perMinute: number; remaining: number; resetAt: Date };

/** What a caller may touch. Made in `access.ts` and `system-scope.ts` only. */
export type Scope = {
  ownerId: string;
  profiles: 'all' | ReadonlySet<string>;
  /** Limited keys see drafts without targets that they made themselves. */
  keyId: string | null;
};
