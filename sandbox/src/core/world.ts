import type { ClockKind } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Network } from './network.ts';
import type { RequestLog } from './request-log.ts';
import type { State } from './state.ts';
import type { Throttle } from './throttle.ts';

export type SandboxOptions = {
  readonly isProduction: boolean;
  /** Origins that are Herald itself, the one to dial first. */
  readonly heraldOrigins: () => readonly string[];
  /** Where effects are written down; media lie beside it in `<file>-media`. In memory without. */
  readonly file?: string;
  /** Accounts, posts and tokens together; a sandbox that holds more refuses to store anything else. */
  readonly stateBytesMax?: number;
  /** Media on disk; the oldest files make room for the newest. */
  readonly mediaBytesMax?: number;
  /** How long a client may take over a small body. */
  readonly paceWindowMs?: number;
  readonly seed?: string;
  readonly clock?: ClockKind;
};

/** What the parts of one sandbox share. */
export type World = {
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
