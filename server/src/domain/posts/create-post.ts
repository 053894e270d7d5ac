import { AppError } from '../../kernel/errors.ts';
import { CreatePost, type Post } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts';
import { checkPostAllowance } from '../plans/check-post-allowance.ts';
import { isCounted } from '../plans/counted.ts';
import { requireConnected, requireFit } from './rules/check-post.ts';
import { createPosts } from './create-posts.ts';
import { findNotices } from './request/find-notices.ts';
import { findReplay } from './request/find-replay.ts';
import { findTargets, requireTargets, type TargetDraft } from './request/find-targets.ts';
import { gatherFiles } from './media/gather-files.ts';
import { findPostQueue, previewPlacement } from './request/place-post.ts';
import { postView } from './model/post-view.ts';
import { readContent } from './request/read-content.ts';
import { requireMode } from './request/read-mode.ts';
import { requireLead } from './rules/require-lead.ts';
import type { NewPost } from './store-posts.ts';
import { waitForPost } from './wait-for-post.ts';

type Creation = {
  input: CreatePost;
  /** As it was sent, to report what was ignored. */
  rawBody: Readonly<Record<string, unknown>>;
  key?: IdempotencyKey | undefined;
};
type Created = { kind: 'created' | 'existing'; post: Post; warnings: string[] };

/** A post by request: what is to go out at once is waited for. */
export async function createPost(ctx: Ctx, { input, rawBody, key }: Creation): Promise<Created> {
  const waitUntilMs = performance.now() + ctx.timing.publishNowMs;
  const wanted = await checkPost(ctx, input).catch((error: unknown) => lostTo(ctx, key, error));
  if ('existing' in wanted) return { kind: 'existing', post: wanted.existing, warnings: [] };
  const [made] = await createPosts(ctx, [{ ...wanted, key }]);
  if (made?.kind === 'refused') throw made.error;
  if (made?.kind !== 'created') return { kind: 'existing', post: await requireReplay(ctx, key), warnings: [] };
  const created = postView(ctx, made.post);
  const post = wanted.mode.kind === 'now' ? await waitForPost(ctx, created, waitUntilMs) : created;
  const notices = findNotices({ schema: CreatePost, rawBody, input, mode: wanted.mode, targets: wanted.targets });
  return { kind: 'created', post, warnings: notices.map(({ message }) => message) };
}

/** Checks the input before anything is written, in the order of docs/api-rules.md. */
async function checkPost(ctx: Ctx, input: CreatePost): Promise<NewPost> {
  const mode = requireMode(input);
  const content = readContent(input);
  const asked = await findTargets(ctx, input.platforms ?? []);
  if (mode.kind !== 'draft') requireTargets(asked);
  requireLead(mode, asked[0]?.account.now);
  const queue = await findPostQueue(ctx, mode);
  if (mode.kind !== 'draft') {
    requireConnected(asked);
    await checkAllowance(ctx, { mode, queue }, asked);
  }
  const { media = [], targets } = await gatherFiles(ctx, { mediaItems: input.mediaItems ?? [], targets: asked });
  if (mode.kind !== 'draft') await requireFit(ctx.imaging.mends, { content, media, targets });
  const isDuplicateAllowed = input.allowDuplicate ?? ctx.limits.allowsDuplicates;
  return { mode, content, targets, media, queue, isDuplicateAllowed };
}

/** Nothing is held yet: the last word is spoken when it is written. */
async function checkAllowance(
  ctx: Ctx,
  place: Pick<NewPost, 'mode' | 'queue'>,
  targets: readonly TargetDraft[],
): Promise<void> {
  const accounts = targets.map(({ account }) => account);
  if (!isCounted(accounts)) return;
  const { target } = await previewPlacement(ctx, { ...place, now: accounts[0]?.now ?? ctx.clock.now() });
  if (target.due_at !== null) await checkPostAllowance(ctx, [{ dueAt: target.due_at, count: targets.length }]);
}

/** The same request may just have taken the last place of the month for this very post. */
async function lostTo(ctx: Ctx, key: Creation['key'], error: unknown): Promise<{ existing: Post }> {
  const isRefused = error instanceof AppError && error.code === 'paymentRequired';
  const existing = isRefused && key !== undefined ? await findReplay(ctx, key) : undefined;
  if (existing === undefined) throw error;
  return { existing };
}

async function requireReplay(ctx: Ctx, key: Creation['key']): Promise<Post> {
  const post = key === undefined ? undefined : await findReplay(ctx, key);
  if (post === undefined) throw new Error('a name that was taken is free again');
  return post;
}
