import type { PostMediaItem, PostRow } from '../../db/post-rows.ts';
import { scopeOf } from '../access.ts';
import type { TxCtx } from '../context.ts';
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts';
import { takeKeys } from '../idempotency/take-keys.ts';
import { checkPostAllowance } from '../plans/check-post-allowance.ts';
import { countOf, isCounted } from '../plans/counted.ts';
import type { FullNote, StoredQueue } from '../queues/queue.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import type { TargetDraft } from './request/find-targets.ts';
import { guardDuplicates, contentsOf } from './rules/guard-duplicates.ts';
import { newTarget } from './model/new-target.ts';
import { placePost, type Placement } from './request/place-post.ts';
import { attachFiles } from './media/post-files.ts';
import { profilesOf, type StoredPost } from './model/post.ts';
import { insertPosts } from './store/post-store.ts';
import { postStatus } from './model/post-status.ts';
import type { PostContent } from './request/read-content.ts';
import type { Mode } from './request/read-mode.ts';
import { insertTargets } from './store/target-store.ts';
import { emitPostEvents } from './emit-post-events.ts';
import { insertTimeline } from './store/timeline-store.ts';
import { wakePosts } from './wake-posts.ts';

export type NewPost = {
  mode: Mode;
  content: PostContent;
  targets: readonly TargetDraft[];
  media: readonly PostMediaItem[];
  queue: StoredQueue | undefined;
  isDuplicateAllowed: boolean;
  key?: IdempotencyKey | undefined;
};

/** `existing`: an earlier request used the key. */
type Stored = { kind: 'created'; post: StoredPost; full: FullNote | null } | { kind: 'existing' };

type NewRows = { post: NewPost; row: PostRow; targets: StoredPost['targets']; full: FullNote | null };

/** Stores all posts or none. */
export async function storePosts(ctx: TxCtx, posts: readonly NewPost[]): Promise<Stored[]> {
  const isLimited = isCountedFor(posts);
  if (isLimited) await lockOwner(ctx);
  // Posts with the same creation time are listed by ID, so the IDs keep their order.
  const ids = posts.map(() => ctx.ids.make('post')).sort();
  const named = posts.map((post, at) => ({ post, id: ids[at] ?? '' }));
  const claimedIds = await takeKeys(
    ctx,
    named.flatMap(({ post: { key }, id }) => (key === undefined ? [] : [{ ...key, resourceId: id }])),
  );
  const placed = new Map<string, NewRows>();
  for (const { post, id } of named) {
    if (post.key === undefined || claimedIds.has(id)) placed.set(id, await buildRows(ctx, post, id));
  }
  if (isLimited) {
    const coming = [...placed.values()].map(({ row, targets }) => countOf({ ...row, targets }));
    await checkPostAllowance(ctx, coming);
  }
  const createdPosts = await write(ctx, [...placed.values()]);
  return named.map(({ id }) => {
    const post = createdPosts.get(id);
    return post === undefined ? { kind: 'existing' } : { kind: 'created', post, full: placed.get(id)?.full ?? null };
  });
}

function isCountedFor(posts: readonly NewPost[]): boolean {
  const outgoing = posts.filter(({ mode }) => mode.kind !== 'draft');
  return outgoing.length > 0 && isCounted(outgoing.flatMap(({ targets }) => targets.map(({ account }) => account)));
}

async function buildRows(ctx: TxCtx, post: NewPost, id: string): Promise<NewRows> {
  const now = post.targets[0]?.account.now ?? ctx.clock.now();
  const placement = await placePost(ctx, { mode: post.mode, queue: post.queue, now });
  return { post, full: placement.full, ...newRows(ctx, { post, id, placement }) };
}

type PlacedPost = { post: NewPost; id: string; placement: Placement };

function newRows(ctx: TxCtx, { post, id, placement }: PlacedPost): Pick<NewRows, 'row' | 'targets'> {
  const { content, media } = post;
  const scope = scopeOf(ctx.caller);
  const createdAt = ctx.clock.now();
  const postContext = { postId: id, content, media, placement: placement.target, createdAt };
  const targets = post.targets.map((target, position) => newTarget(target, position, postContext));
  const row: PostRow = {
    ...content,
    id,
    ownerId: scope.ownerId,
    keyId: scope.keyId,
    status: postStatus(targets.map(({ status }) => status)),
    media,
    profileIds: profilesOf(targets),
    publishedAt: null,
    createdAt,
    updatedAt: createdAt,
    ...placement.post,
  };
  return { row, targets };
}

async function write(ctx: TxCtx, placed: readonly NewRows[]): Promise<ReadonlyMap<string, StoredPost>> {
  const guarded = placed.filter(({ post }) => !post.isDuplicateAllowed);
  await guardDuplicates(
    ctx,
    guarded.flatMap(({ targets }) => contentsOf(targets)),
  );
  const rows = placed.map(({ row }) => row);
  insertPosts(ctx.db, rows);
  const targets = placed.flatMap((one) => one.targets);
  insertTargets(ctx.db, targets);
  for (const one of placed) await attachFiles(ctx, one.row, one.targets);
  insertTimeline(
    ctx.db,
    scopeOf(ctx.caller),
    placed.map(({ post: { mode }, row: { id: postId, createdAt: at, status } }) => {
      return { postId, at, kind: 'created', summary: summaries[mode.kind], detail: { status } };
    }),
  );
  const stored = placed.map((one) => ({ ...one.row, targets: one.targets }));
  emitPostEvents(ctx, 'post.scheduled', ...stored.filter(({ status }) => status === 'scheduled'));
  wakePosts(ctx, ...stored);
  return new Map(stored.map((post) => [post.id, post]));
}

const summaries = {
  draft: 'Created as a draft',
  now: 'Created to be published now',
  at: 'Created and scheduled',
  queue: 'Created and placed in a slot of its queue',
};
