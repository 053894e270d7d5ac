import { AppError } from '../../kernel/errors.ts';
import type { QueueQuery, QueuesFound } from '../../schemas/queue.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { findQueue, selectQueues } from './queue-store.ts';
import { withNextSlots } from './with-next-slots.ts';

export async function getQueues(ctx: Ctx, { profileId, queueId, all = false }: QueueQuery): Promise<QueuesFound> {
  if (all && queueId !== undefined) {
    throw new AppError('validation', 'all=true cannot be combined with queueId', { param: 'all' });
  }
  await requireProfile(ctx, profileId);
  return all ? allQueues(ctx, profileId) : oneQueue(ctx, { profileId, queueId });
}

async function oneQueue(ctx: Ctx, selected: { profileId: string; queueId: string | undefined }): Promise<QueuesFound> {
  const row = await findQueue(ctx.db, scopeOf(ctx.caller), selected);
  if (row === undefined) return { exists: false, schedule: null, nextSlots: [] };
  return { exists: true, ...(await withNextSlots(ctx, row)) };
}

async function allQueues(ctx: Ctx, profileId: string): Promise<QueuesFound> {
  const schedules = [];
  for (const row of await selectQueues(ctx.db, scopeOf(ctx.caller), profileId)) {
    const { schedule, nextSlots } = await withNextSlots(ctx, row);
    schedules.push({ ...schedule, nextSlots });
  }
  return { exists: schedules.length > 0, schedules };
}
