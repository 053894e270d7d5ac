import type { Ctx } from '../context.ts';
import { deleteWorker, upsertHeartbeat } from './worker-store.ts';

export async function beat(ctx: Pick<Ctx, 'db'>, workerId: string): Promise<void> {
  await upsertHeartbeat(ctx.db, workerId);
}

/** Claims that the worker could not release end with their leases. */
export async function signOff(ctx: Pick<Ctx, 'db'>, workerId: string): Promise<void> {
  await deleteWorker(ctx.db, workerId);
}
