import type { SystemCtx } from '../domain/context.ts';
import type { ClaimLoop } from '../domain/background/claim-loop.ts';
import type { PublishEngine } from '../domain/posts/publish/publish-engine.ts';
import type { DeliveryEngine } from '../domain/webhooks/delivery/delivery-engine.ts';
import type { Sweep } from './sweeps.ts';

type Options = {
  ctx: SystemCtx;
  sweeps: readonly Sweep[];
  deliveries: DeliveryEngine;
  publishing: PublishEngine;
  platformEvents: ClaimLoop;
  automations: ClaimLoop;
};

/** For tests, which move the clock by hand: does what is due and what follows from it. */
export async function drain(options: Options): Promise<void> {
  const { ctx, sweeps, deliveries, publishing, platformEvents, automations } = options;
  const { signal: stopping } = new AbortController();
  for (const { everyMs, run } of sweeps) if (Number.isFinite(everyMs(ctx.timing))) await run({ ...ctx, stopping });
  for (;;) {
    const eventCount = await platformEvents.poll();
    await platformEvents.idle();
    const logCount = await automations.poll();
    await automations.idle();
    const targetCount = await publishing.poll();
    await publishing.idle();
    const endpointCount = await deliveries.poll();
    await deliveries.idle();
    if (eventCount === 0 && logCount === 0 && targetCount === 0 && endpointCount === 0) return;
  }
}
