export const slotCaps = {
  all: 32,
  endpoint: 4,
  owner: 8,
  /** Slow and untested endpoints share half, so that they cannot block the others. */
  slow: 16,
  /** Kept free for others when an endpoint gets more than its share. */
  reserve: 8,
  claim: 20,
} as const;

export type Waiting = { id: string; ownerId: string; inFlight: number; isQuick: boolean };

type Load = {
  waiting: readonly Waiting[];
  inFlight: number;
  slowInFlight: number;
  ownerInFlight(ownerId: string): number;
};

/** Grants one slot per endpoint in turn: first within the caps, then spare ones to quick endpoints. */
export function grantSlots(load: Load): Map<string, number> {
  const granted = new Map<string, number>();
  const ownerGranted = new Map<string, number>();
  let free = slotCaps.all - load.inFlight;
  let slow = load.slowInFlight;

  const isWithinCaps = (one: Waiting): boolean =>
    one.inFlight + (granted.get(one.id) ?? 0) < slotCaps.endpoint &&
    load.ownerInFlight(one.ownerId) + (ownerGranted.get(one.ownerId) ?? 0) < slotCaps.owner &&
    (one.isQuick || slow < slotCaps.slow);
  const isSpare = (one: Waiting): boolean => one.isQuick && free > slotCaps.reserve;

  const dealRound = (mayHave: (one: Waiting) => boolean): boolean => {
    let hasDealt = false;
    for (const one of load.waiting) {
      if (free <= 0) break;
      const count = granted.get(one.id) ?? 0;
      if (count >= slotCaps.claim || !mayHave(one)) continue;
      granted.set(one.id, count + 1);
      ownerGranted.set(one.ownerId, (ownerGranted.get(one.ownerId) ?? 0) + 1);
      free -= 1;
      if (!one.isQuick) slow += 1;
      hasDealt = true;
    }
    return hasDealt;
  };
  while (free > 0 && dealRound(isWithinCaps));
  while (free > 0 && dealRound(isSpare));
  return granted;
}
