import type { ClockKind } from './state/clock.ts';
import type { Faults } from './wire/faults.ts';
import type { Platform } from './platform.ts';
import type { RequestLog } from './wire/request-log.ts';
import type { State } from './state/state.ts';
import type { Throttle } from './wire/throttle.ts';
import type { WebhookBehaviour } from './webhooks/webhook-events.ts';

export type SandboxOptions = {
  readonly isProduction: boolean;
  /** Herald's origins; media are fetched from the first one. */
  readonly heraldOrigins: () => readonly string[];
  /** Journal file, with media beside it in `<file>-media`; everything is in memory without it. */
  readonly file?: string;
  /** Limit for accounts, posts and tokens together; writes beyond it are refused with 507. */
  readonly stateBytesMax?: number;
  /** Limit for media on disk; the oldest files are deleted first. */
  readonly mediaBytesMax?: number;
  /** Window in which the minimum transfer rate of a body is measured. */
  readonly paceWindowMs?: number;
  readonly seed?: string;
  readonly clock?: ClockKind;
};

/** State and services of one sandbox. */
export type SandboxContext = {
  readonly options: SandboxOptions;
  readonly platforms: readonly Platform[];
  readonly state: State;
  readonly faults: Faults;
  readonly throttle: Throttle;
  readonly log: RequestLog;
  /** Calls per route, by platform and operation. */
  readonly calls: Map<string, number>;
  /** By platform. */
  readonly webhooks: Map<string, WebhookBehaviour>;
  readonly closing: AbortSignal;
};
