import { inTransaction } from '../../db/transaction.ts';
import type { PostMediaItem } from '../../db/post-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { UpdatePost, type Post } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { Imaging } from '../../imaging/imaging.ts';
import { checkPostAllowance } from '../plans/check-post-allowance.ts';
import { raiseFullUntil } from '../queues/raise-full-until.ts';
import { lockOwner } from '../users/lock-owner.ts';
import { requireConnected, requireFit } from './rules/check-post.ts';
import { checkUpdate, mayUseAllowance, allowanceChanges } from './rules/check-update.ts';
import { findNotices } from './request/find-notices.ts';
import type { TargetDraft } from './request/find-targets.ts';
import { syncPostStatus } from './sync-post-status.ts';
import { gatherFiles } from './media/gather-files.ts';
import { guardDuplicates, contentsOf } from './rules/guard-duplicates.ts';
import { isUnsent } from './model/target-state.ts';
import { findPostQueue, placePost, type Placement } from './request/place-post.ts';
import { attachFiles, releaseFiles } from './media/post-files.ts';
import type { StoredPost } from './model/post.ts';
import { postView } from './model/post-view.ts';
import { readContent, type PostContent } from './request/read-content.ts';
import { readMode, type Mode } from './request/read-mode.ts';
import { replaceTargets, resolveTargets } from './replace-targets.ts';
import { requireConfirmed } from './rules/require-confirmed.ts';
import { requireEditable } from './rules/require-editable.ts';
import { requireLead } from './rules/require-lead.ts';
import { requireLockedPost, requirePost } from './request/require-post.ts';
import { selectTargets } from './store/target-store.ts';
import { insertTimeline } from './store/timeline-store.ts';
import { waitForPost } from './wait-for-post.ts';
import { wakePosts } from './wake-posts.ts';

type PostChange = {
  input: UpdatePost;
  mode: Mode | undefined;
  wanted: readonly TargetDraft[];
  media: readonly PostMediaItem[] | undefined;
  mends: Imaging['mends'];
  placement: Placement | undefined;
  /** Whether it may take more of a month that has a limit. */
  isLimited: boolean;
};

type Update = { input: UpdatePost; rawBody: Readonly<Record<string, unknown>> };
type Updated = { post: Post; warnings: string[] };

/** What is not named stays. What is out already is left alone, whatever is said. */
export async function updatePost(ctx: Ctx, postId: string, { input, rawBody }: Update): Promise<Updated> {
  const waitUntilMs = performance.now() + ctx.timing.publishNowMs;
  const seen = await requirePost(ctx, postId);
  requireEditable(seen, 'changed');
  const mode = readMode({ timezone: seen.timezone, ...input });
  const named = await resolveTargets(ctx, seen, input.platforms);
  if (mode !== undefined) requireLead(mode, named[0]?.account.now);
  const queue = mode === undefined ? undefined : await findPostQueue(ctx, mode);
  const place = { mode, isListed: input.platforms !== undefined };
  await checkUpdate(ctx, seen, { ...place, queue, wanted: named });
  const asked = { mediaItems: input.mediaItems, targets: input.platforms === undefined ? [] : named };
  const { media, targets } = await gatherFiles(ctx, asked);
  const wanted = input.platforms === undefined ? named : targets;
  const isLimited = mayUseAllowance({ ...place, wanted });
  const change = { input, mode, wanted, media, mends: ctx.imaging.mends, isLimited };
  const changed = await inTransaction(
    ctx,
    async (ctx) => {
      if (isLimited) await lockOwner(ctx);
      // Before the post is locked: who places posts of a queue anew holds the queue first.
      const now = wanted[0]?.account.now ?? ctx.clock.now();
      const placement = mode === undefined ? undefined : await placePost(ctx, { mode, queue, now });
      const before = await requireLockedPost(ctx, postId);
      requireEditable(before, 'changed');
      // What was looked up before the lock must still be so; the next request sees it as it is now.
      if (stateOf(before) !== stateOf(seen))
        throw new AppError('post_publish_in_progress', 'The post has just changed');
      return { post: await apply(ctx, before, { ...change, placement }), placement };
    },
    { repeatOn: 'posts_queue_slot_key' },
  );
  await raiseFullUntil(ctx, changed.placement?.full ?? null);
  const updated = postView(ctx, changed.post);
  const post = mode?.kind === 'now' ? await waitForPost(ctx, updated, waitUntilMs) : updated;
  return { post, warnings: warningsOf(seen, { input, rawBody }, { mode, named }) };
}

type ResolvedUpdate = { mode: Mode | undefined; named: readonly TargetDraft[] };

function warningsOf({ timezone }: StoredPost, { input, rawBody }: Update, { mode, named }: ResolvedUpdate): string[] {
  const targets = input.platforms === undefined ? [] : named;
  // A zone that the post has already says what a local time means.
  const known = timezone === 'UTC' ? input : { timezone, ...input };
  return findNotices({ schema: UpdatePost, rawBody, input: known, mode, targets }).map(({ message }) => message);
}

function stateOf({ targets }: StoredPost): string {
  return JSON.stringify(targets.map(({ account_id: id, status }) => [id, status]));
}

async function apply(ctx: TxCtx, before: StoredPost, change: PostChange): Promise<StoredPost> {
  const { input, mode, wanted, placement } = change;
  const content = readContent(input, before);
  const media = change.media ?? before.media;
  const isListed = input.platforms !== undefined;
  if (change.isLimited) await checkPostAllowance(ctx, allowanceChanges(before, { mode, wanted, isListed }, placement));
  if (mode !== undefined) requireConfirmed(openTargets(before, wanted), input.confirm === true);
  await replaceTargets(ctx, before, { wanted, isListed, content, media, placement: placement?.target });
  await checkOutgoing(ctx, before, { ...change, content, media });
  const scope = scopeOf(ctx.caller);
  if (change.media !== undefined) {
    await attachFiles(ctx, { media }, []);
    await releaseFiles(ctx, before, []);
  }
  await insertTimeline(ctx.db, scope, [
    { postId: before.id, at: ctx.clock.now(), kind: 'updated', summary: `Changed: ${Object.keys(input).join(', ')}` },
  ]);
  const post = await syncPostStatus(ctx, before, { ...content, media, ...placement?.post });
  await wakePosts(ctx, post);
  return post;
}

function openTargets({ targets }: StoredPost, wanted: readonly TargetDraft[]): StoredPost['targets'] {
  return targets.filter(({ account_id: id }) => wanted.some(({ account }) => account.id === id));
}

/** What will go out must be fit to, on accounts that are there, and not be the same again. */
async function checkOutgoing(
  ctx: TxCtx,
  before: StoredPost,
  change: PostChange & { content: PostContent; media: readonly PostMediaItem[] },
): Promise<void> {
  const { input, wanted, mends, content, media } = change;
  const targets = await selectTargets(ctx.db, scopeOf(ctx.caller), [before.id]);
  const outgoing = targets.filter(({ status }) => isUnsent(status));
  const leaving = wanted.filter(({ account }) => outgoing.some(({ account_id: id }) => id === account.id));
  if (outgoing.length === 0) return;
  requireConnected(leaving);
  await requireFit(mends, { content, media, targets: leaving });
  const isDuplicateAllowed = input.allowDuplicate ?? ctx.limits.allowsDuplicates;
  if (!isDuplicateAllowed && mayRepeat(change)) await guardDuplicates(ctx, contentsOf(outgoing));
}

/** Only what changes the time, the words, the files or the accounts can make it say the same as another. */
function mayRepeat({ input, mode }: PostChange): boolean {
  const said = [input.content, input.mediaItems, input.platforms, input.hashtags, input.mentions];
  return mode !== undefined || said.some((one) => one !== undefined);
}
