import { inTransaction } from '../../../db/transaction.ts';
import type { PostRow, PostTargetRow, TargetErrorCode } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { trackPost, whyUnmeasured } from '../../analytics/track-post.ts';
import { emit } from '../../events/emit.ts';
import { syncPostStatus } from '../sync-post-status.ts';
import { endFollowUps, markCanceled, markFailed, markPublished, type TargetChange } from '../model/target-state.ts';
import type { StoredPost, StoredTarget } from '../model/post.ts';
import { lockPost } from '../store/post-store.ts';
import { targetView } from '../model/post-view.ts';
import type { TimelineEntry } from '../store/timeline-store.ts';
import { reportOutcome } from './report-outcome.ts';
import { updateHeldLater } from '../store/held-target-store.ts';
import { selectTargets, updateTarget } from '../store/target-store.ts';

type Held = PostTargetRow;
type Entries = readonly Omit<TimelineEntry, 'postId' | 'accountId' | 'at'>[];

type Published = Omit<Parameters<typeof markPublished>[1], 'now'> & { entries?: Entries };

/** Nothing can fail the target from here on. */
export async function publishedTarget(
  ctx: Ctx,
  target: Held,
  { entries = [], ...published }: Published,
): Promise<Held | undefined> {
  return await endTarget(ctx, target, {
    type: 'post.target.published',
    summary: 'Published',
    change: markPublished(target, { ...published, now: ctx.clock.now() }),
    entries,
  });
}

export async function failedTarget(
  ctx: Ctx,
  target: Held,
  { code, message, entries = [] }: { code: TargetErrorCode; message: string; entries?: Entries },
): Promise<void> {
  await endTarget(ctx, target, {
    type: 'post.target.failed',
    summary: `Failed: ${message}`,
    change: markFailed(target, { code, message }),
    entries,
  });
}

export async function linkedTarget(ctx: Ctx, target: Held, url: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const changed = await changeHeld(ctx, target, endFollowUps(target, { platformPostUrl: url }));
    if (changed === undefined) return;
    const post = await syncPostStatus(ctx, changed.before, {}, { targets: changed.targets });
    emitTargetEvent(ctx, 'post.target.updated', { post, accountId: target.accountId });
  });
}

export async function addPermalink(
  ctx: Ctx,
  { postId, accountId, url }: { postId: string; accountId: string; url: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const locked = lockPost(ctx.db, scope, postId);
    const targets = await selectTargets(ctx.db, scope, [postId]);
    const before = locked();
    if (before === undefined) return;
    const target = targets.find((one) => one.accountId === accountId);
    if (target === undefined || target.platformPostUrl !== null || target.dueAt !== null) return;
    const { changes } = endFollowUps(target, { platformPostUrl: url });
    await updateTarget(ctx.db, scope, { postId, accountId, changes });
    const post = await syncPostStatus(ctx, before);
    emitTargetEvent(ctx, 'post.target.updated', { post, accountId });
  });
}

export async function canceledTarget(ctx: Ctx, target: Held): Promise<void> {
  const summary = 'Canceled: the account was disconnected';
  await endTarget(ctx, target, { summary, change: markCanceled(target) });
}

type TargetEvent = 'post.target.published' | 'post.target.failed' | 'post.target.updated';

type End = {
  type?: TargetEvent;
  summary: string;
  change: TargetChange;
  entries?: Entries;
};

/** Returns undefined when the claim was lost. */
async function endTarget(ctx: Ctx, target: Held, end: End): Promise<Held | undefined> {
  const { type, summary, change, entries = [] } = end;
  const errorMessage = whyUnmeasured(ctx, target.platform);
  const ended = await inTransaction(ctx, async (ctx) => {
    const changed = await changeHeld(ctx, target, change);
    if (changed === undefined) return undefined;
    const { before, row, targets } = changed;
    const { status, platformPostId, publishedAt } = row;
    if (status === 'published' && platformPostId !== null && publishedAt !== null) {
      const { accountId, postId } = row;
      trackPost(ctx, { accountId, postId, platformPostId, publishedAt, errorMessage });
    }
    const at = ctx.clock.now();
    const detail = { from: 'publishing', to: row.status };
    const entryBase = { postId: target.postId, accountId: target.accountId, at };
    const allEntries: TimelineEntry[] = [
      ...entries.map((entry) => ({ ...entry, ...entryBase })),
      { ...entryBase, kind: 'targetStateChanged', summary, detail },
    ];
    const post = await syncPostStatus(ctx, before, {}, { entries: allEntries, targets });
    if (type !== undefined) emitTargetEvent(ctx, type, { post, accountId: target.accountId });
    return row;
  });
  ctx.signals.raise(target.postId);
  if (ended !== undefined) reportOutcome(ctx, ended);
  return ended;
}

type Changed = { before: PostRow; row: Held; targets: readonly StoredTarget[] };

/** Takes one round trip. */
async function changeHeld(ctx: TxCtx, target: Held, change: TargetChange): Promise<Changed | undefined> {
  const scope = scopeOf(ctx.caller);
  const locked = lockPost(ctx.db, scope, target.postId);
  const updated = updateHeldLater(ctx.db, scope, target, change);
  const targets = await selectTargets(ctx.db, scope, [target.postId]);
  const [before, row] = [locked(), updated()];
  return before === undefined || row === undefined ? undefined : { before, row, targets };
}

function emitTargetEvent(
  ctx: TxCtx,
  type: TargetEvent,
  { post, accountId }: { post: StoredPost; accountId: string },
): void {
  const target = post.targets.find(({ accountId: id }) => id === accountId);
  if (target === undefined) return;
  const { _id, platform, username, displayName } = targetView(ctx, target).accountId;
  const { title, status, metadata } = post;
  emit(ctx, {
    type,
    resourceId: post.id,
    data: {
      postId: post.id,
      target: targetView(ctx, target),
      post: { _id: post.id, title, status, scheduledFor: post.scheduledFor?.toISOString() ?? null, metadata },
      account: { _id, platform, username, displayName },
      profileIds: post.profileIds,
    },
  });
}
