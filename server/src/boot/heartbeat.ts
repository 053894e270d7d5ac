import type { Ctx } from '../domain/context.ts';
import { beat, signOff } from '../domain/workers/beat.ts';

export type Heartbeat = {
  /** The jobs this process takes are taken under this pool id from now on. */
  use(poolId: string): void;
  secondsAgo(): number;
  stop(): Promise<void>;
};

/** Tells the registry that this worker lives; whoever falls silent has what it took freed for others. */
export function startHeartbeat(ctx: Omit<Ctx, 'caller'>, id: string): Heartbeat {
  const stopping = new AbortController();
  let poolId = '';
  let lastMs = performance.now();
  const pulse = async (): Promise<void> => {
    if (poolId === '') return;
    await beat(ctx, { id, poolId });
    lastMs = performance.now();
  };
  const warn = (error: unknown): void => ctx.log.warn({ err: error }, 'the heartbeat could not be written');
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pulse().catch(warn);
      await ctx.clock.sleep(ctx.timing.heartbeatMs, stopping.signal);
    }
  };
  const ended = loop();
  return {
    use: (given) => {
      poolId = given;
      void pulse().catch(warn);
    },
    secondsAgo: () => Math.round((performance.now() - lastMs) / 1000),
    stop: async () => {
      stopping.abort();
      await ended;
      if (poolId !== '') await signOff(ctx, { id, poolId }).catch(warn);
    },
  };
}
