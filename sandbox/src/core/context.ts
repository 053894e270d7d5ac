import type { ClockKind } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Network } from './network.ts';
import type { RequestLog } from './request-log.ts';
import type { State } from './state.ts';
import type { Throttle } from './throttle.ts';

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
  readonly networks: readonly Network[];
  readonly state: State;
  readonly faults: Faults;
  readonly throttle: Throttle;
  readonly log: RequestLog;
  /** Calls per route, by platform and operation. */
  readonly calls: Map<string, number>;
  readonly closing: AbortSignal;
};
