import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { AppError } from '../../kernel/errors.ts';

const addressesMax = 10_000;
const windowMs = 60_000;

export function createFailedKeys(clock: Clock, perMinuteMax: number): (address: string, reason: string) => AppError {
  const windows = new BoundedMap<string, { startedMs: number; count: number }>(addressesMax);
  return (address, reason) => {
    const nowMs = clock.now().getTime();
    const known = windows.get(address);
    const window = known !== undefined && nowMs - known.startedMs < windowMs ? known : { startedMs: nowMs, count: 0 };
    window.count += 1;
    windows.set(address, window);
    if (window.count <= perMinuteMax) return new AppError('unauthorized', reason);
    const retryAfterSeconds = Math.max(1, Math.ceil((window.startedMs + windowMs - nowMs) / 1000));
    return new AppError(
      'rateLimited',
      'Too many failed authentications from this IP address: wait as long as Retry-After says',
      { retryAfterSeconds },
    );
  };
}
