import type { PostRow } from '../../db/post-rows.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { freeSlot } from '../queues/free-slot.ts';
import { profilesOf, type StoredPost, type StoredTarget } from './model/post.ts';
import { updatePostRow } from './store/post-store.ts';
import { endStatuses, postStatus, slotHoldingStatuses } from './model/post-status.ts';
import { selectTargets } from './store/target-store.ts';
import { emitPostEvents } from './emit-post-events.ts';
import { insertTimeline, type TimelineEntry } from './store/timeline-store.ts';

type Changed = {
  entries?: readonly TimelineEntry[];
  targets?: readonly StoredTarget[];
};

/** Expects the post to be locked. `changes` are changes of the post itself. */
export async function syncPostStatus(
  ctx: TxCtx,
  before: PostRow,
  changes: Partial<PostRow> = {},
  { entries = [], targets: known }: Changed = {},
): Promise<StoredPost> {
  const scope = scopeOf(ctx.caller);
  const targets = known ?? (await selectTargets(ctx.db, scope, [before.id]));
  const status = postStatus(targets.map((target) => target.status));
  const published = targets.filter((target) => target.status === 'published').map((target) => target.publishedAt);
  const all = {
    ...changes,
    status,
    profileIds: profilesOf(targets),
    publishedAt: published.reduce((first, at) => (first !== null && at !== null && first < at ? first : at), null),
    updatedAt: ctx.clock.now(),
  };
  updatePostRow(ctx.db, scope, { id: before.id, changes: all });
  const post = { ...before, ...all, targets };
  await returnSlot(ctx, before, post);
  insertTimeline(ctx.db, scope, [...entries, ...stateChange(ctx, before, post)]);
  await emitChange(ctx, before, post);
  return post;
}

/** Past slots are not returned to the queue. */
async function returnSlot(ctx: TxCtx, before: PostRow, after: PostRow): Promise<void> {
  const { queueId, scheduledFor: slotAt } = before;
  if (queueId === null || slotAt === null || slotAt <= ctx.clock.now() || !slotHoldingStatuses.includes(before.status))
    return;
  const isKept =
    slotHoldingStatuses.includes(after.status) &&
    after.queueId === queueId &&
    after.scheduledFor?.getTime() === slotAt.getTime();
  if (!isKept) await freeSlot(ctx, { queueId, slotAt });
}

function stateChange(ctx: TxCtx, before: PostRow, { id: postId, status }: PostRow): TimelineEntry[] {
  if (before.status === status) return [];
  const detail = { from: before.status, to: status };
  return [{ postId, at: ctx.clock.now(), kind: 'stateChanged', summary: `The post is ${status}`, detail }];
}

async function emitChange(ctx: TxCtx, before: PostRow, post: StoredPost): Promise<void> {
  const isMoved = before.scheduledFor?.getTime() !== post.scheduledFor?.getTime();
  const isOther = before.status !== post.status;
  if (post.status === 'scheduled' && (isOther || isMoved)) emitPostEvents(ctx, 'post.scheduled', post);
  const end = endStatuses.find((one) => one === post.status);
  if (end !== undefined && isOther) emitPostEvents(ctx, `post.${end}`, post);
}
