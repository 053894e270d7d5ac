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
    const row = { ...newQueueRow(ctx, input), ...schedule, is_default: isDefault };
    await insertQueue(ctx.db, row);
    return withNextSlots(ctx, await requireQueue(ctx, { profileId, queueId: row.id }));
  };
  // Violated when the profile is deleted between the look at it and the write: look again.
  return inTransaction(ctx, create, { repeatOn: 'queues_profile_fkey' });
}

function newQueueRow(ctx: TxCtx, input: CreateQueue): Omit<QueueRow, 'timezone' | 'slots' | 'is_default'> {
  const now = ctx.clock.now();
  return {
    id: ctx.ids.make('queue'),
    owner_id: scopeOf(ctx.caller).ownerId,
    profile_id: input.profileId,
    name: input.name ?? 'Default Queue',
    description: input.description ?? '',
    is_active: input.active ?? true,
    full_until: null,
    freed_count: '0',
    created_at: now,
    updated_at: now,
  };
}
