import type { SystemCtx } from '../../context.ts';
import type { Settlement } from './delivery-queue-store.ts';
import { settleBatch } from './settle-batch.ts';

export type ResultWriter = {
  /** Resolves when the result is committed or given up. */
  write(result: Settlement): Promise<void>;
  /** Limits how many deliveries are repeated after a crash. */
  hasRoom(): boolean;
};

type Pending = { result: Settlement; resolve(): void };

const unwrittenMax = 64;
const batchMax = 100;
const retryMs = 500;
const attemptMax = 20;

/** Results that arrive while the database is busy share the next statement. */
export function createResultWriter(ctx: SystemCtx, { onRoom }: { onRoom(): void }): ResultWriter {
  const pending: Pending[] = [];
  let unwritten = 0;
  let isWriting = false;
  const drain = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (pending.length > 0) {
      const batch = pending.splice(0, batchMax);
      await writeBatch(
        ctx,
        batch.map(({ result }) => result),
      );
      unwritten -= batch.length;
      for (const { resolve } of batch) resolve();
      onRoom();
    }
    isWriting = false;
  };
  return {
    write: (result) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pending.push({ result, resolve });
      unwritten += 1;
      void drain();
      return promise;
    },
    hasRoom: () => unwritten <= unwrittenMax,
  };
}

/** Gives up after the leases have ended: the deliveries are then sent again (at-least-once delivery). */
async function writeBatch(ctx: SystemCtx, batch: readonly Settlement[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await settleBatch(ctx, batch);
    } catch (error) {
      ctx.log.warn({ attempt, results: batch.length, err: error }, 'results of deliveries could not be written');
      if (attempt === attemptMax) return;
      await ctx.clock.sleep(retryMs);
    }
  }
}
