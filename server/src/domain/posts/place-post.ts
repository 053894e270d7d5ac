import type { PostRow } from '../../db/post-rows.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { claimSlot, type Claim } from '../queues/claim-slot.ts';
import type { FullNote, StoredQueue } from '../queues/queue.ts';
import { requireSlots } from '../queues/require-slots.ts';
import type { TargetPlacement } from './model/new-target.ts';
import type { Mode } from './read-mode.ts';

/** Where a mode puts a post in time, and its targets with it. */
export type Placement = {
  post: Pick<PostRow, 'scheduled_for' | 'queue_id' | 'accepted_at'> & Partial<Pick<PostRow, 'timezone'>>;
  target: TargetPlacement;
  full: FullNote | null;
};

type Wanted = { mode: Mode; queue: StoredQueue | undefined; now: Date };

export async function placePost(ctx: TxCtx, wanted: Wanted): Promise<Placement> {
  return await placeBy(wanted, (queue) => claimSlot(ctx, { queue }));
}

/** Where it would come now. Nobody holds the slot for it. */
export async function foreseePlace(ctx: Ctx, wanted: Wanted): Promise<Placement> {
  return await placeBy(wanted, async (queue) => {
    const [slotAt] = await requireSlots(ctx, queue, 1);
    return { slotAt, timezone: queue.timezone, full: null };
  });
}

async function placeBy(
  { mode, queue, now }: Wanted,
  takeSlot: (queue: StoredQueue) => Promise<Claim>,
): Promise<Placement> {
  switch (mode.kind) {
    case 'draft':
      return at(null, { status: 'draft', due_at: null });
    case 'now':
      return at({ accepted_at: now }, { status: 'pending', due_at: now });
    case 'at':
      return at({ scheduled_for: mode.scheduledFor }, { status: 'scheduled', due_at: mode.scheduledFor });
    case 'queue': {
      if (queue === undefined) throw new Error('the queue is looked up before the post is placed');
      const { slotAt, timezone, full } = await takeSlot(queue);
      const post = { scheduled_for: slotAt, queue_id: queue.id, timezone };
      return { ...at(post, { status: 'scheduled', due_at: slotAt }), full };
    }
  }
}

function at(post: Partial<PostRow> | null, target: Placement['target']): Placement {
  return { post: { scheduled_for: null, queue_id: null, accepted_at: null, ...post }, target, full: null };
}
