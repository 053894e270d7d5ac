import { AppError } from '../../../kernel/errors.ts';
import type { PostRow } from '../../../db/post-rows.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { requireProfile } from '../../profiles/require-profile.ts';
import { claimSlot, type Claim } from '../../queues/claim-slot.ts';
import type { FullNote, StoredQueue } from '../../queues/queue.ts';
import { queueForPost } from '../../queues/queue-for-post.ts';
import { requireSlots } from '../../queues/require-slots.ts';
import type { TargetPlacement } from '../model/new-target.ts';
import type { Mode } from './read-mode.ts';

export type Placement = {
  post: Pick<PostRow, 'scheduledFor' | 'queueId' | 'acceptedAt'> & Partial<Pick<PostRow, 'timezone'>>;
  target: TargetPlacement;
  full: FullNote | null;
};

type PlacementInput = { mode: Mode; queue: StoredQueue | undefined; now: Date };

export async function placePost(ctx: TxCtx, input: PlacementInput): Promise<Placement> {
  return await placeIn(input, (queue) => claimSlot(ctx, { queue }));
}

export async function previewPlacement(ctx: Ctx, input: PlacementInput): Promise<Placement> {
  return await placeIn(input, async (queue) => {
    const [slotAt] = await requireSlots(ctx, queue, 1);
    return { slotAt, timezone: queue.timezone, full: null };
  });
}

async function placeIn(
  { mode, queue, now }: PlacementInput,
  takeSlot: (queue: StoredQueue) => Promise<Claim>,
): Promise<Placement> {
  switch (mode.kind) {
    case 'draft':
      return at(null, { status: 'draft', dueAt: null });
    case 'now':
      return at({ acceptedAt: now }, { status: 'pending', dueAt: now });
    case 'at':
      return at({ scheduledFor: mode.scheduledFor }, { status: 'scheduled', dueAt: mode.scheduledFor });
    case 'queue': {
      if (queue === undefined) throw new Error('the queue must be looked up before the post is placed');
      const { slotAt, timezone, full } = await takeSlot(queue);
      const post = { scheduledFor: slotAt, queueId: queue.id, timezone };
      return { ...at(post, { status: 'scheduled', dueAt: slotAt }), full };
    }
  }
}

function at(post: Partial<PostRow> | null, target: Placement['target']): Placement {
  return { post: { scheduledFor: null, queueId: null, acceptedAt: null, ...post }, target, full: null };
}

/** An unknown profile is a validation error of the request, not a 404. */
export async function findPostQueue(ctx: Ctx, mode: Mode): Promise<StoredQueue | undefined> {
  if (mode.kind !== 'queue') return undefined;
  const { profileId, queueId } = mode;
  await requireProfile(ctx, profileId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
    throw new AppError('validation', 'queuedFromProfile does not match any profile', { param: 'queuedFromProfile' });
  });
  return await queueForPost(ctx, { profileId, queueId });
}
