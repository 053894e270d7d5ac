import type { Ctx } from '../context.ts';
import { deleteWorker, upsertHeartbeat } from './worker-store.ts';

type Worker = { id: string; poolId: string };

export async function beat(ctx: Pick<Ctx, 'db'>, worker: Worker): Promise<void> {
  await upsertHeartbeat(ctx.db, worker);
}

/** A worker that stops in order holds nothing any more. */
export async function signOff(ctx: Pick<Ctx, 'db'>, worker: Worker): Promise<void> {
  await deleteWorker(ctx.db, worker.id);
}
