/** A worker's hold on a target it has claimed. */
export type Hold = {
  /** Another may have it by now: nothing more may be sent. */
  isLost(): boolean;
  /** By this process's own monotonic clock, which no change of the time of day moves. */
  msSinceRenewal(): number;
  /** The process is about to end: whoever has a loop leaves it after the step at hand, and another worker goes on. */
  isStopping(): boolean;
};
