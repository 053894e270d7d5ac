import { inTransaction } from '../../db/transaction.ts';
import type { PostMediaItem, PostRow } from '../../db/post-rows.ts';
import type { CreatePost, Post } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts';
import { takeKey } from '../idempotency/take-key.ts';
import { raiseFullUntil } from '../queues/raise-full-until.ts';
import { attachFiles } from './post-files.ts';
import { requireConnected, requireFit } from './check-post.ts';
import { findPostQueue } from './find-queue.ts';
import { findReplay } from './find-replay.ts';
import { findTargets, requireTargets, type WantedTarget } from './find-targets.ts';
import { gatherFiles } from './gather-files.ts';
import { guardDuplicates } from './guard-duplicates.ts';
import { newTarget, targetRow } from './new-target-row.ts';
import { placePost, type Placement } from './place-post.ts';
import type { StoredPost } from './post.ts';
import { insertPost } from './post-store.ts';
import { postStatus } from './post-status.ts';
import { postView } from './post-view.ts';
import { profilesOf } from './profiles-of.ts';
import { readContent, type PostContent } from './read-content.ts';
import { requireMode, type Mode } from './read-mode.ts';
import { requireLead } from './require-lead.ts';
import { insertTargets } from './target-store.ts';
import { tellPost } from './tell-post.ts';
import { insertTimeline } from './timeline-store.ts';
import { waitForPost } from './wait-for-post.ts';
import { wakePost } from './wake-post.ts';

/** `key`: what the caller calls it. The same name again means the same post. */
type Creation = { input: CreatePost; key?: IdempotencyKey | undefined };
type Created = { kind: 'created' | 'existing'; post: Post };

/** The one way a post comes to be: by request or by row of a file. */
export async function createPost(ctx: Ctx, { input, key }: Creation): Promise<Created> {
  const waitUntilMs = performance.now() + ctx.timing.publishNowMs;
  const mode = requireMode(input);
  const content = readContent(input);
  const asked = await findTargets(ctx, input.platforms ?? []);
  if (mode.kind !== 'draft') requireTargets(asked);
  requireLead(mode, asked[0]?.account.now);
  const queue = await findPostQueue(ctx, mode);
  if (mode.kind !== 'draft') requireConnected(asked);
  const { media = [], targets } = await gatherFiles(ctx, { mediaItems: input.mediaItems ?? [], targets: asked });
  if (mode.kind !== 'draft') requireFit(ctx.imaging.mends, { content, media, targets });
  const wanted = { mode, content, targets, media, isDuplicateAllowed: input.allowDuplicate === true };
  const stored = await inTransaction(
    ctx,
    async (ctx) => {
      const now = targets[0]?.account.now ?? ctx.clock.now();
      const id = ctx.ids.make('post');
      if (key !== undefined && !(await takeKey(ctx, key, id))) return undefined;
      const placement = await placePost(ctx, { mode, queue, now });
      return { post: await store(ctx, { ...wanted, id, placement }), placement };
    },
    { repeatOn: 'posts_queue_slot_key' },
  );
  if (stored === undefined) return { kind: 'existing', post: await requireReplay(ctx, key) };
  await raiseFullUntil(ctx, stored.placement.full);
  const post = postView(ctx, stored.post);
  return { kind: 'created', post: mode.kind === 'now' ? await waitForPost(ctx, post, waitUntilMs) : post };
}

async function requireReplay(ctx: Ctx, key: Creation['key']): Promise<Post> {
  const post = key === undefined ? undefined : await findReplay(ctx, key);
  if (post === undefined) throw new Error('a name that was taken is free again');
  return post;
}

type Wanted = {
  id: string;
  mode: Mode;
  content: PostContent;
  targets: readonly WantedTarget[];
  media: readonly PostMediaItem[];
  placement: Placement;
  isDuplicateAllowed: boolean;
};

async function store(ctx: TxCtx, wanted: Wanted): Promise<StoredPost> {
  const { id, content, media, placement, mode } = wanted;
  const scope = scopeOf(ctx.caller);
  const createdAt = ctx.clock.now();
  const whole = { postId: id, content, media, placement: placement.target, createdAt };
  const targets = wanted.targets.map((target, position) => newTarget(target, position, whole));
  const row: PostRow = {
    ...content,
    id,
    owner_id: scope.ownerId,
    key_id: scope.keyId,
    status: postStatus(targets.map(({ status }) => status)),
    media,
    profile_ids: profilesOf(targets),
    published_at: null,
    created_at: createdAt,
    updated_at: createdAt,
    ...placement.post,
  };
  const dueAt = placement.target.due_at;
  if (dueAt !== null && !wanted.isDuplicateAllowed) await guardDuplicates(ctx, guardOf(id, dueAt, targets));
  await insertPost(ctx.db, row);
  await insertTargets(ctx.db, targets.map(targetRow));
  await attachFiles(ctx, row, targets);
  await insertTimeline(ctx.db, scope, [
    { postId: id, at: createdAt, kind: 'created', summary: summaries[mode.kind], detail: { status: row.status } },
  ]);
  const post = { ...row, targets };
  if (row.status === 'scheduled') await tellPost(ctx, 'post.scheduled', post);
  await wakePost(ctx, post);
  return post;
}

const summaries = {
  draft: 'Made as a draft',
  now: 'Made, to be published at once',
  at: 'Made and scheduled',
  queue: 'Made and placed in a slot of its queue',
};

function guardOf(postId: string, dueAt: Date, targets: StoredPost['targets']) {
  const guarded = targets.flatMap(({ account_id: accountId, fingerprint }) =>
    fingerprint === null ? [] : [{ accountId, fingerprint }],
  );
  return { postId, dueAt, targets: guarded };
}
