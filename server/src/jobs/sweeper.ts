import { runSweep } from '../domain/jobs/run-sweep.ts';
import type { JobCtx, SweepHandler } from './handler.ts';

type Sweeper = { stop(): Promise<void> };

/** Each sweep in a loop of its own; a failed one is tried again at its next turn. */
export function startSweeper(ctx: JobCtx, sweeps: readonly SweepHandler[]): Sweeper {
  const stopping = new AbortController();
  const loops = sweeps.map(async (sweep) => {
    for (;;) {
      await ctx.clock.sleep(sweep.everyMs(ctx.timing), stopping.signal);
      if (stopping.signal.aborted) return;
      await runSweep(ctx, sweep).catch((error: unknown) =>
        ctx.log.warn({ sweep: sweep.name, err: error }, 'a sweep failed'),
      );
    }
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
