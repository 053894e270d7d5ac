import type { QueueRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CreateQueue } from '../../schemas/queue.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { queuesPerProfileMax } from './limits.ts';
import { clearDefaultQueue, insertQueue, selectQueues } from './queue-store.ts';
import { readSchedule } from './read-schedule.ts';
import { requireQueue } from './require-queue.ts';
import { withNextSlots, type QueueWithNextSlots } from './with-next-slots.ts';

export async function createQueue(ctx: Ctx, input: CreateQueue): Promise<QueueWithNextSlots> {
  const schedule = readSchedule(input);
  const create = async (ctx: TxCtx): Promise<QueueWithNextSlots> => {
    await lockOwner(ctx);
    const { id: profileId } = await requireProfile(ctx, input.profileId);
    const scope = scopeOf(ctx.caller);
    const existing = await selectQueues(ctx.db, scope, profileId);
    if (existing.length >= queuesPerProfileMax) {
      throw new AppError(
        'limitReached',
        `A profile has at most ${queuesPerProfileMax} queues: delete or change one instead`,
      );
    }
    const isDefault = existing.length === 0 || input.setAsDefault === true;
    if (isDefault) await clearDefaultQueue(ctx.db, scope, profileId);
    const row = { ...newQueueRow(ctx, input), ...schedule, isDefault };
    await insertQueue(ctx.db, row);
    return withNextSlots(ctx, await requireQueue(ctx, { profileId, queueId: row.id }));
  };
  // Violated if the profile is deleted after the check; the repetition returns 404.
  return inTransaction(ctx, create, { repeatOn: 'queues_profile_fkey' });
}

function newQueueRow(ctx: TxCtx, input: CreateQueue): Omit<QueueRow, 'timezone' | 'slots' | 'isDefault'> {
  const now = ctx.clock.now();
  return {
    id: ctx.ids.make('queue'),
    ownerId: scopeOf(ctx.caller).ownerId,
    profileId: input.profileId,
    name: input.name ?? 'Default Queue',
    description: input.description ?? '',
    isActive: input.active ?? true,
    fullUntil: null,
    freedCount: '0',
    createdAt: now,
    updatedAt: now,
  };
}
