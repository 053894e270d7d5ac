export type RestoreGuard = {
  start(): Promise<void>;
  /** Call before requests that cannot be undone. Advances the epoch at most once per `timing.epochMs`. */
  beforeSend(): Promise<void>;
  /** Advances the epoch if anything was sent since. `everyMs` is 0 when the process stops. */
  catchUp(everyMs: number): Promise<void>;
  advance(): Promise<void>;
  heldReason(): Promise<string | undefined>;
};
