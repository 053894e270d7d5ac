import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { raiseFullUntil } from '../queues/raise-full-until.ts';
import type { StoredPost } from './model/post.ts';
import { storePosts, type NewPost } from './store-posts.ts';

type CreatedPost = { kind: 'created'; post: StoredPost } | { kind: 'existing' } | { kind: 'refused'; error: AppError };

const atOnceMax = 50;

export async function createPosts(ctx: Ctx, posts: readonly NewPost[]): Promise<CreatedPost[]> {
  const createdPosts: CreatedPost[] = [];
  for (const some of inBatches(posts)) createdPosts.push(...(await createSome(ctx, some)));
  return createdPosts;
}

/** Posts for a queue are stored one by one, because a claimed slot is visible to others only with its post. */
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
  // Nothing was written: repeats the posts one by one to find the refused one.
  const createdPosts: CreatedPost[] = [];
  for (const post of posts) createdPosts.push(...(await createSome(ctx, [post])));
  return createdPosts;
}
