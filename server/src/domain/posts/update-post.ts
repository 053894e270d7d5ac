import { inTransaction } from '../../db/transaction.ts';
import type { PostMediaItem } from '../../db/post-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { UpdatePost, type Post } from '../../schemas/post.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { Imaging } from '../../imaging/imaging.ts';
import { checkPostAllowance } from '../plans/check-post-allowance.ts';
import { raiseFullUntil } from '../queues/raise-full-until.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { findIssues, requireConnected } from './rules/check-post.ts';
import { allowanceChanges, mayUseAllowance } from './rules/allowance-changes.ts';
import { throwProblems } from './rules/problems.ts';
import { findNotices } from './request/find-notices.ts';
import type { TargetDraft } from './request/find-targets.ts';
import { syncPostStatus } from './sync-post-status.ts';
import { guardDuplicates, contentsOf } from './rules/guard-duplicates.ts';
import { isUnsent } from './model/target-state.ts';
import { composeChange, type ComposedChange } from './request/compose-post.ts';
import { placePost, type Placement } from './request/place-post.ts';
import { attachFiles, releaseFiles } from './media/post-files.ts';
import type { StoredPost } from './model/post.ts';
import { postView } from './model/post-view.ts';
import { readContent, type PostContent } from './request/read-content.ts';
import { replaceTargets } from './replace-targets.ts';
import { requireConfirmed } from './rules/require-confirmed.ts';
import { requireEditable } from './rules/require-editable.ts';
import { requireLockedPost, requirePost } from './request/require-post.ts';
import { selectTargets } from './store/target-store.ts';
import { insertTimeline } from './store/timeline-store.ts';
import { waitForPost } from './wait-for-post.ts';
import { wakePosts } from './wake-posts.ts';

type PostChange = ComposedChange & {
  input: UpdatePost;
  placement: Placement | undefined;
  conversions: Imaging['conversions'];
  isLimited: boolean;
};

type Update = { input: UpdatePost; rawBody: Readonly<Record<string, unknown>> };
type Updated = { post: Post; warnings: string[] };

/** Never changes published targets. */
export async function updatePost(ctx: Ctx, postId: string, { input, rawBody }: Update): Promise<Updated> {
  const waitUntilMs = performance.now() + ctx.timing.publishNowMs;
  const seen = await requirePost(ctx, postId);
  requireEditable(seen, 'changed');
  const composed = await composeChange(ctx, seen, input);
  const { mode, targets, queue } = composed;
  const isLimited = mayUseAllowance(composed);
  const { conversions } = ctx.imaging;
  const changed = await inTransaction(
    ctx,
    async (ctx) => {
      if (isLimited) await lockOwner(ctx);
      // Before the post is locked: a reshuffle locks the queue first, too.
      const now = targets[0]?.account.now ?? ctx.clock.now();
      const placement = mode === undefined ? undefined : await placePost(ctx, { mode, queue, now });
      const before = await requireLockedPost(ctx, postId);
      requireEditable(before, 'changed');
      // What was looked up before the lock must still be true.
      if (stateOf(before) !== stateOf(seen))
        throw new AppError(
          'post_publish_in_progress',
          'The post was changed by another request: read it and try again',
        );
      return { post: await apply(ctx, before, { ...composed, input, placement, conversions, isLimited }), placement };
    },
    { repeatOn: 'posts_queue_slot_key' },
  );
  await raiseFullUntil(ctx, changed.placement?.full ?? null);
  const updated = postView(ctx, changed.post);
  const post = mode?.kind === 'now' ? await waitForPost(ctx, updated, waitUntilMs) : updated;
  return { post, warnings: warningsOf(seen, { input, rawBody }, composed) };
}

function warningsOf({ timezone }: StoredPost, { input, rawBody }: Update, { mode, targets }: ComposedChange): string[] {
  const listed = input.platforms === undefined ? [] : targets;
  // The time zone of the post decides what a local time means.
  const known = timezone === 'UTC' ? input : { timezone, ...input };
  const notices = findNotices({ schema: UpdatePost, rawBody, input: known, mode, targets: listed });
  return notices.map(({ message }) => message);
}

function stateOf({ targets }: StoredPost): string {
  return JSON.stringify(targets.map(({ accountId: id, status }) => [id, status]));
}

async function apply(ctx: TxCtx, before: StoredPost, change: PostChange): Promise<StoredPost> {
  const { input, mode, targets, isListed, placement } = change;
  const content = readContent(input, before);
  const media = change.media ?? before.media;
  if (change.isLimited) await checkPostAllowance(ctx, allowanceChanges(before, change, placement));
  if (mode !== undefined) requireConfirmed(openTargets(before, targets), input.confirm === true);
  await replaceTargets(ctx, before, { targets, isListed, content, media, placement: placement?.target });
  await checkOutgoing(ctx, before, { ...change, content, media });
  const scope = scopeOf(ctx.caller);
  if (change.media !== undefined) {
    await attachFiles(ctx, { media }, []);
    await releaseFiles(ctx, before, []);
  }
  insertTimeline(ctx.db, scope, [
    { postId: before.id, at: ctx.clock.now(), kind: 'updated', summary: `Changed: ${Object.keys(input).join(', ')}` },
  ]);
  const post = await syncPostStatus(ctx, before, { ...content, media, ...placement?.post });
  wakePosts(ctx, post);
  return post;
}

function openTargets({ targets }: StoredPost, changed: readonly TargetDraft[]): StoredPost['targets'] {
  return targets.filter(({ accountId: id }) => changed.some(({ account }) => account.id === id));
}

async function checkOutgoing(
  ctx: TxCtx,
  before: StoredPost,
  change: PostChange & { content: PostContent; media: readonly PostMediaItem[] },
): Promise<void> {
  const { input, conversions, content, media } = change;
  const stored = await selectTargets(ctx.db, scopeOf(ctx.caller), [before.id]);
  const outgoing = stored.filter(({ status }) => isUnsent(status));
  if (outgoing.length === 0) return;
  const targets = change.targets.filter(({ account }) => outgoing.some(({ accountId: id }) => id === account.id));
  requireConnected(targets);
  throwProblems.addIssues(await findIssues(conversions, { content, media, targets }));
  const isDuplicateAllowed = input.allowDuplicate ?? ctx.limits.allowsDuplicates;
  if (!isDuplicateAllowed && mayDuplicate(change)) await guardDuplicates(ctx, contentsOf(outgoing));
}

/** Only a change of time, content, media or accounts can make the post a duplicate. */
function mayDuplicate({ input, mode }: PostChange): boolean {
  const changed = [input.content, input.mediaItems, input.platforms, input.hashtags, input.mentions];
  return mode !== undefined || changed.some((one) => one !== undefined);
}
