export type RestoreGuard = {
  /** Compares the database with the copies of its epoch and holds Herald when the database is older. */
  start(): Promise<void>;
  /** Called before a request that cannot be undone: the epoch advances at most once per `timing.epochMs`. */
  beforeSend(): Promise<void>;
  /** Advances the epoch if anything was sent since it last did; `everyMs` 0 when the process stops. */
  catchUp(everyMs: number): Promise<void>;
  /** Advances the epoch now. */
  advance(): Promise<void>;
  /** Why Herald is held; undefined when it is not, or once it was released. */
  heldReason(): Promise<string | undefined>;
};
