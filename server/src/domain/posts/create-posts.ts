import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { raiseFullUntil } from '../queues/raise-full-until.ts';
import type { StoredPost } from './model/post.ts';
import { storePosts, type NewPost } from './store-posts.ts';

type CreatedPost = { kind: 'created'; post: StoredPost } | { kind: 'existing' } | { kind: 'refused'; error: AppError };

const atOnceMax = 50;

/** The one way posts come to be: by request or by rows of a file. In order, several in one transaction where they may. */
export async function createPosts(ctx: Ctx, posts: readonly NewPost[]): Promise<CreatedPost[]> {
  const made: CreatedPost[] = [];
  for (const some of inBatches(posts)) made.push(...(await createSome(ctx, some)));
  return made;
}

/** A slot that is claimed is seen by other claims only when its post is there: those that take one go alone. */
function inBatches(posts: readonly NewPost[]): NewPost[][] {
  const batches: NewPost[][] = [];
  for (const post of posts) {
    const last = batches.at(-1);
    const isOpen = last !== undefined && last.length < atOnceMax && last[0]?.mode.kind !== 'queue';
    if (isOpen && post.mode.kind !== 'queue') last.push(post);
    else batches.push([post]);
  }
  return batches;
}

async function createSome(ctx: Ctx, posts: readonly NewPost[]): Promise<CreatedPost[]> {
  try {
    const stored = await inTransaction(ctx, (ctx) => storePosts(ctx, posts), { repeatOn: 'posts_queue_slot_key' });
    for (const one of stored) if (one.kind === 'created') await raiseFullUntil(ctx, one.full);
    return stored;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    if (posts.length === 1) return [{ kind: 'refused', error }];
  }
  // Nothing was written. Which of them it was shows when each goes alone.
  const made: CreatedPost[] = [];
  for (const post of posts) made.push(...(await createSome(ctx, [post])));
  return made;
}
