import type { Ctx, TxCtx } from '../domain/context.ts';
import type { JobDefinition, JobPayload, SweepDefinition } from '../domain/jobs/define-job.ts';
import type { PublishEngine } from '../domain/posts/publish/publish-engine.ts';
import type { DeliveryEngine } from '../domain/webhooks/delivery/delivery-engine.ts';

/** What a handler works with: the world, and the engines that live as long as the worker. */
export type JobCtx = Omit<Ctx, 'caller'> & {
  deliveries: Pick<DeliveryEngine, 'wake'>;
  publishing: Pick<PublishEngine, 'wake'>;
};

export type JobHandler = { kind: 'job'; name: string; run(ctx: JobCtx, payload: JobPayload): Promise<void> };

export type SweepHandler = {
  kind: 'sweep';
  name: string;
  everyMs: SweepDefinition['everyMs'];
  /** Runs in a transaction that also holds the sweep's lock. */
  run(ctx: Omit<TxCtx, 'caller'>): Promise<void>;
};

export type Handler = JobHandler | SweepHandler;

export function handle<Payload extends JobPayload>(
  { name }: JobDefinition<Payload>,
  run: (ctx: JobCtx, payload: Payload) => Promise<void>,
): JobHandler {
  // Payloads are written by `enqueue`, which types them by the same definition.
  return { kind: 'job', name, run: (ctx, payload) => run(ctx, payload as Payload) };
}

export function handleSweep({ name, everyMs }: SweepDefinition, run: SweepHandler['run']): SweepHandler {
  return { kind: 'sweep', name, everyMs, run };
}

/** Every definition has exactly one handler, and every handler a definition. */
export function checkHandlers(handlers: readonly Pick<Handler, 'name'>[], defined: readonly string[]): void {
  const faults = [
    ...defined.filter((name) => !handlers.some((one) => one.name === name)).map((name) => `${name} has no handler`),
    ...handlers
      .filter((one, index) => handlers.findIndex((other) => other.name === one.name) !== index)
      .map(({ name }) => `${name} has two handlers`),
    ...handlers.filter(({ name }) => !defined.includes(name)).map(({ name }) => `${name} is not defined`),
  ];
  if (faults.length > 0) throw new Error(`jobs: ${faults.join(', ')}`);
}
