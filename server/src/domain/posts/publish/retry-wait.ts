type Failed = {
  /** Attempts made, this one included. */
  attemptCount: number;
  now: Date;
  /** No attempt begins after it. */
  latest: Date;
  /** What the network asked for. */
  askedMs: number | undefined;
};

/** When to try again, or undefined when it was the last time. Pure. */
export function retryAt(
  { attemptCount, now, latest, askedMs = 0 }: Failed,
  { waitsMs, waitMsMax }: { waitsMs: readonly number[]; waitMsMax: number },
): Date | undefined {
  const own = waitsMs[attemptCount - 1];
  if (own === undefined) return undefined;
  const at = new Date(now.getTime() + Math.min(Math.max(own, askedMs), waitMsMax));
  return at > latest ? undefined : at;
}
