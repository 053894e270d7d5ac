import { runSweep } from '../domain/jobs/run-sweep.ts';
import { takeJobs } from '../domain/jobs/take-jobs.ts';
import type { PublishEngine } from '../domain/posts/publish/publish-engine.ts';
import type { DeliveryEngine } from '../domain/webhooks/delivery/delivery-engine.ts';
import type { Handler, JobCtx } from './handler.ts';

type Options = {
  ctx: JobCtx;
  handlers: readonly Handler[];
  deliveries: DeliveryEngine;
  publishing: PublishEngine;
};

/** Does everything that is due on the clock of decisions, and what follows from it; for tests, which move that clock. */
export async function drain({ ctx, handlers, deliveries, publishing }: Options): Promise<void> {
  for (const handler of handlers) if (handler.kind === 'sweep') await runSweep(ctx, handler);
  for (;;) {
    const jobs = await takeJobs(ctx);
    for (const job of jobs) {
      const handler = handlers.find((one) => one.kind === 'job' && one.name === job.name);
      if (handler?.kind !== 'job') throw new Error(`the job ${job.name} has no handler`);
      await handler.run(ctx, job.payload);
    }
    const due = await publishing.poll();
    await publishing.idle();
    const woken = await deliveries.poll();
    await deliveries.idle();
    if (jobs.length === 0 && woken === 0 && due === 0) return;
  }
}
