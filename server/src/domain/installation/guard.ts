export type RestoreGuard = {
  /** Compares the database with the copies of its epoch, and holds Herald if the database is older. */
  start(): Promise<void>;
  /** Called before requests that cannot be undone. Advances the epoch at most once per `timing.epochMs`. */
  beforeSend(): Promise<void>;
  /** Advances the epoch if anything was sent since the last time. `everyMs` is 0 when the process stops. */
  catchUp(everyMs: number): Promise<void>;
  advance(): Promise<void>;
  /** Undefined if Herald is not held, or was released. */
  heldReason(): Promise<string | undefined>;
};
