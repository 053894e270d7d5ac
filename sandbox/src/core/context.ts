import type { ClockKind } from './state/clock.ts';
import type { Faults } from './wire/faults.ts';
import type { Platform } from './platform.ts';
import type { RequestLog } from './wire/request-log.ts';
import type { State } from './state/state.ts';
import type { Throttle } from './wire/throttle.ts';
import type { WebhookBehaviour } from './webhooks/webhook-events.ts';

export type SandboxOptions = {
  readonly isProduction: boolean;
  /** Media are fetched from the first one. */
  readonly heraldOrigins: () => readonly string[];
  /** Journal file, with media in `<file>-media`; without it, everything is in memory. */
  readonly file?: string;
  /** For accounts, posts and tokens; writes beyond it are refused with 507. */
  readonly stateBytesMax?: number;
  /** The oldest files are deleted first. */
  readonly mediaBytesMax?: number;
  /** Window for the minimum transfer rate of a body. */
  readonly paceWindowMs?: number;
  readonly seed?: string;
  readonly clock?: ClockKind;
};

export type SandboxContext = {
  readonly options: SandboxOptions;
  readonly platforms: readonly Platform[];
  readonly state: State;
  readonly faults: Faults;
  readonly throttle: Throttle;
  readonly log: RequestLog;
  readonly calls: Map<string, number>;
  readonly webhooks: Map<string, WebhookBehaviour>;
  readonly closing: AbortSignal;
};
