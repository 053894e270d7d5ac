type Failed = {
  /** Including this one. */
  attemptCount: number;
  now: Date;
  latest: Date;
  retryAfterMs: number | undefined;
};

export function retryAt(
  { attemptCount, now, latest, retryAfterMs = 0 }: Failed,
  { waitsMs, waitMsMax }: { waitsMs: readonly number[]; waitMsMax: number },
): Date | undefined {
  const own = waitsMs[attemptCount - 1];
  if (own === undefined) return undefined;
  const at = new Date(now.getTime() + Math.min(Math.max(own, retryAfterMs), waitMsMax));
  return at > latest ? undefined : at;
}
