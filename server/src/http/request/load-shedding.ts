import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '../../kernel/errors.ts';

export type Load = { eventLoopDelayMs: number; waiting: number };

const waitingMax = 200;
const retryAfterSeconds = 2;

export function shedLoad(load: Load, isShedFirst: boolean, eventLoopDelayMsMax: number): void {
  const factor = isShedFirst ? 1 : 2;
  const isOverloaded = load.eventLoopDelayMs > eventLoopDelayMsMax * factor || load.waiting > waitingMax * factor;
  if (isOverloaded) throw new AppError('unavailable', 'The process is overloaded', { retryAfterSeconds });
}

/** The lower of the last two measurements: a single stall, such as loading a library, is no overload. */
export function createLoopDelay(nowMs: () => number): { read(): number; stop(): void } {
  const monitor = monitorEventLoopDelay({ resolution: 20 });
  monitor.enable();
  let readAtMs = nowMs();
  let [beforeMs, lastMs] = [0, 0];
  return {
    read: () => {
      if (nowMs() - readAtMs >= 500) {
        readAtMs = nowMs();
        [beforeMs, lastMs] = [lastMs, Number.isNaN(monitor.mean) ? 0 : monitor.mean / 1e6];
        monitor.reset();
      }
      return Math.min(beforeMs, lastMs);
    },
    stop: () => monitor.disable(),
  };
}
