import { AppError } from '../../kernel/errors.ts';
import { CreatePost, type Post } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts';
import { createPosts } from './create-posts.ts';
import { findNotices } from './request/find-notices.ts';
import { findReplay } from './request/find-replay.ts';
import { fetchFiles } from './media/fetch-files.ts';
import { composePost, isComplete } from './request/compose-post.ts';
import { throwProblems } from './rules/problems.ts';
import { postView } from './model/post-view.ts';
import type { NewPost } from './store-posts.ts';
import { waitForPost } from './wait-for-post.ts';

type Creation = {
  input: CreatePost;
  /** As it was sent, to report ignored keys. */
  rawBody: Readonly<Record<string, unknown>>;
  key?: IdempotencyKey | undefined;
};
type Created = { kind: 'created' | 'existing'; post: Post; warnings: string[] };

export async function createPost(ctx: Ctx, { input, rawBody, key }: Creation): Promise<Created> {
  const waitUntilMs = performance.now() + ctx.timing.publishNowMs;
  const newPost = await composeNewPost(ctx, input).catch((error: unknown) => findRaced(ctx, key, error));
  if ('existing' in newPost) return { kind: 'existing', post: newPost.existing, warnings: [] };
  const { mode, targets } = newPost;
  const [result] = await createPosts(ctx, [{ ...newPost, key }]);
  if (result?.kind === 'refused') throw result.error;
  if (result?.kind !== 'created') return { kind: 'existing', post: await requireReplay(ctx, key), warnings: [] };
  const created = postView(ctx, result.post);
  const post = mode.kind === 'now' ? await waitForPost(ctx, created, waitUntilMs) : created;
  const notices = findNotices({ schema: CreatePost, rawBody, input, mode, targets });
  return { kind: 'created', post, warnings: notices.map(({ message }) => message) };
}

async function composeNewPost(ctx: Ctx, input: CreatePost): Promise<NewPost> {
  const post = await composePost(ctx, input, { problems: throwProblems, files: fetchFiles });
  if (!isComplete(post)) throw new Error('a post that passed all checks is incomplete');
  return { ...post, isDuplicateAllowed: input.allowDuplicate ?? ctx.limits.allowsDuplicates };
}

/** A concurrent request with the same key may have used the last post of the month for this post. */
async function findRaced(ctx: Ctx, key: Creation['key'], error: unknown): Promise<{ existing: Post }> {
  const isRefused = error instanceof AppError && error.code === 'paymentRequired';
  const existing = isRefused && key !== undefined ? await findReplay(ctx, key) : undefined;
  if (existing === undefined) throw error;
  return { existing };
}

async function requireReplay(ctx: Ctx, key: Creation['key']): Promise<Post> {
  const post = key === undefined ? undefined : await findReplay(ctx, key);
  if (post === undefined) throw new Error('idempotency key vanished between insert and lookup');
  return post;
}
