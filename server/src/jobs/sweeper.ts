import type { SystemCtx } from '../domain/context.ts';
import type { Sweep } from './sweeps.ts';

type Sweeper = {
  wake(name: string): void;
  stop(): Promise<void>;
};

/** A failed sweep is repeated at its next turn. */
export function startSweeper(ctx: SystemCtx, sweeps: readonly Sweep[]): Sweeper {
  const stopping = new AbortController();
  const pauses = new Map<string, AbortController>();
  const loops = sweeps.map(async (sweep) => {
    for (;;) {
      const pause = new AbortController();
      pauses.set(sweep.name, pause);
      await ctx.clock.sleep(sweep.everyMs(ctx.timing), AbortSignal.any([stopping.signal, pause.signal]));
      if (stopping.signal.aborted) return;
      await sweep
        .run({ ...ctx, stopping: stopping.signal })
        .catch((error: unknown) => ctx.log.warn({ sweep: sweep.name, err: error }, 'a sweep failed'));
    }
  });
  return {
    wake: (name) => pauses.get(name)?.abort(),
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
