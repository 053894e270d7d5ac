import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import { syncPostStatus } from './sync-post-status.ts';
import { wakePosts } from './wake-posts.ts';
import { reshuffledMax } from '../queues/limits.ts';
import { readSlots } from '../queues/open-slots.ts';
import type { Reshuffle } from '../queues/update-queue.ts';
import type { StoredQueue } from '../queues/queue.ts';
import { insertMoved, lockFuturePosts, moveTargets, type Move } from './store/reshuffle-store.ts';

export const reshufflePosts: Reshuffle = async (ctx, queue) => {
  const moves = await planMoves(ctx, queue);
  return { count: moves.length, apply: (ctx) => movePosts(ctx, queue, moves) };
};

/** Plans all moves before anything is written, so that a refusal changes nothing. */
async function planMoves(ctx: TxCtx, queue: StoredQueue): Promise<Move[]> {
  const query = { queueId: queue.id, limit: reshuffledMax + 1 };
  const posts = await lockFuturePosts(ctx.db, scopeOf(ctx.caller), query);
  if (posts.length > reshuffledMax) throw refused(`The queue has more than ${reshuffledMax} posts to move`);
  const own = new Map(posts.map((post) => [post.scheduledFor?.getTime() ?? 0, post]));
  const inOrder = [...own].sort(([a], [b]) => a - b).map(([, post]) => post);
  const slots = await firstSlots(ctx, { queue, count: posts.length, own });
  return inOrder.flatMap((post, index) => {
    const slotAt = slots[index];
    if (slotAt === undefined) throw refused('The queue has too few free slots within 366 days for its posts');
    return slotAt.getTime() === post.scheduledFor?.getTime() ? [] : [{ post, slotAt }];
  });
}

async function movePosts(ctx: TxCtx, queue: StoredQueue, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  const scope = scopeOf(ctx.caller);
  await moveTargets(ctx.db, scope, moves);
  await insertMoved(ctx.db, scope, { moves, at: ctx.clock.now() });
  for (const { post, slotAt } of moves) {
    const schedule = { scheduledFor: slotAt, queueId: queue.id, timezone: queue.timezone };
    wakePosts(ctx, await syncPostStatus(ctx, post, schedule));
  }
}

type SlotSearch = { queue: StoredQueue; count: number; own: ReadonlyMap<number, unknown> };

/** The slots that the posts hold themselves count as free. */
async function firstSlots(ctx: TxCtx, { queue, count, own }: SlotSearch): Promise<Date[]> {
  const free: Date[] = [];
  for await (const { slots, occupied } of readSlots(ctx, queue)) {
    free.push(...slots.filter((slot) => !occupied.has(slot.getTime()) || own.has(slot.getTime())));
    if (free.length >= count) break;
  }
  return free;
}

function refused(message: string): AppError {
  return new AppError('validation', `${message}: omit reshuffleExisting to keep their times`, {
    param: 'reshuffleExisting',
  });
}
