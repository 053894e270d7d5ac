import type { Clock } from '../state/clock.ts';

type Allowance = { readonly perSecond: number; readonly burst: number };
export type Throttle = {
  /** 0 when a call is allowed now. */
  waitMs(key: string, allowance: Allowance): number;
  left(key: string, allowance: Allowance): number;
  spend(key: string, allowance: Allowance, count: number): void;
  clear(): void;
};

/** Token buckets. A large spend makes a bucket negative, because an album is sent at once. */
export function createThrottle(clock: Clock): Throttle {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const tokens = (key: string, { perSecond, burst }: Allowance): number => {
    const bucket = buckets.get(key);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((clock.now() - bucket.at) / 1000) * perSecond);
  };
  return {
    waitMs: (key, allowance) => {
      const missing = 1 - tokens(key, allowance);
      return missing <= 0 ? 0 : Math.ceil((missing / allowance.perSecond) * 1000);
    },
    left: (key, allowance) => Math.max(0, Math.floor(tokens(key, allowance))),
    spend: (key, allowance, count) => {
      buckets.set(key, { tokens: tokens(key, allowance) - count, at: clock.now() });
    },
    clear: () => buckets.clear(),
  };
}
