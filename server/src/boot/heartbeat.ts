import type { SystemCtx } from '../domain/context.ts';
import { beat, signOff } from '../domain/workers/beat.ts';

export type Heartbeat = { secondsAgo(): number; stop(): Promise<void> };

export function startHeartbeat(ctx: SystemCtx, workerId: string): Heartbeat {
  const stopping = new AbortController();
  let lastMs = performance.now();
  const warn = (error: unknown): void => ctx.log.warn({ err: error }, 'the heartbeat could not be written');
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await beat(ctx, workerId).then(() => (lastMs = performance.now()), warn);
      await ctx.clock.sleep(ctx.timing.heartbeatMs, stopping.signal);
    }
  };
  const ended = loop();
  return {
    secondsAgo: () => Math.round((performance.now() - lastMs) / 1000),
    stop: async () => {
      stopping.abort();
      await ended;
      await signOff(ctx, workerId).catch(warn);
    },
  };
}
