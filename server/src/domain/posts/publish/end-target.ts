import { inTransaction } from '../../../db/transaction.ts';
import type { PostTargetRow, TargetErrorCode } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { followTargets } from '../follow-targets.ts';
import type { StoredPost } from '../post.ts';
import { lockPost } from '../post-store.ts';
import { targetView } from '../post-view.ts';
import type { TimelineEntry } from '../timeline-store.ts';
import { updateHeld, type TargetChange } from './held-target-store.ts';

type Held = PostTargetRow;
type Entries = readonly Omit<TimelineEntry, 'postId' | 'accountId' | 'at'>[];

type Published = {
  id: string;
  url?: string | undefined;
  partIds?: readonly string[] | undefined;
  warnings?: readonly string[];
  hasMore: boolean;
  entries?: Entries;
};

/**
 * The network has it: from here on nothing fails the target. `hasMore`: something comes after it, which is done by
 * whoever holds it, or by another once its lease is over.
 */
export async function publishedTarget(
  ctx: Ctx,
  target: Held,
  { id, url, partIds, warnings = [], hasMore, entries = [] }: Published,
): Promise<Held | undefined> {
  return await endTarget(ctx, target, {
    type: 'post.target.published',
    summary: 'Published',
    changes: {
      status: 'published',
      platform_post_id: id,
      platform_post_url: url ?? null,
      part_ids: partIds === undefined ? null : [...partIds],
      published_at: ctx.clock.now(),
      warnings: [...target.warnings, ...warnings],
      error: null,
      error_code: null,
    },
    entries,
    ...(hasMore ? { isReleased: false, dueInMs: 0 } : { isReleased: true }),
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
    changes: { status: 'failed', error: message, error_code: code },
    entries,
    isReleased: true,
  });
}

/** The platform has named the link of a post that is published already. */
export async function linkedTarget(ctx: Ctx, target: Held, url: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const before = await lockPost(ctx.db, scope, target.post_id);
    if (before === undefined) return;
    const changes = { platform_post_url: url, due_at: null };
    const row = await updateHeld(ctx.db, scope, target, { changes, isReleased: true });
    if (row === undefined) return;
    const post = await followTargets(ctx, before);
    await emitTargetEvent(ctx, 'post.target.updated', { post, accountId: target.account_id });
  });
}

/** Its account is gone and nothing was sent. */
export async function canceledTarget(ctx: Ctx, target: Held): Promise<void> {
  const summary = 'Canceled: the account was disconnected';
  await endTarget(ctx, target, { summary, changes: { status: 'canceled' }, isReleased: true });
}

type TargetEvent = 'post.target.published' | 'post.target.failed' | 'post.target.updated';

type End = {
  type?: TargetEvent;
  summary: string;
  changes: TargetChange['changes'];
  isReleased: boolean;
  dueInMs?: number;
  /** What led to it, for the timeline. */
  entries?: Entries;
};

/** Result, events and the post's own status in one transaction. Undefined when the claim was lost: another tells it. */
async function endTarget(ctx: Ctx, target: Held, end: End): Promise<Held | undefined> {
  const { type, summary, changes, isReleased, dueInMs, entries = [] } = end;
  const ended = await inTransaction(ctx, async (ctx) => {
    const scope = scopeOf(ctx.caller);
    const before = await lockPost(ctx.db, scope, target.post_id);
    if (before === undefined) return undefined;
    const end = { changes: { ...changes, stage: null, due_at: null, waiting: null }, isReleased };
    const row = await updateHeld(ctx.db, scope, target, { ...end, ...(dueInMs === undefined ? {} : { dueInMs }) });
    if (row === undefined) return undefined;
    const at = ctx.clock.now();
    const detail = { from: 'publishing', to: changes.status ?? '' };
    const place = { postId: target.post_id, accountId: target.account_id, at };
    const post = await followTargets(ctx, before, {}, [
      ...entries.map((entry) => ({ ...entry, ...place })),
      { ...place, kind: 'targetStateChanged', summary, detail },
    ]);
    if (type !== undefined) await emitTargetEvent(ctx, type, { post, accountId: target.account_id });
    return row;
  });
  ctx.signals.raise(target.post_id);
  return ended;
}

async function emitTargetEvent(
  ctx: TxCtx,
  type: TargetEvent,
  { post, accountId }: { post: StoredPost; accountId: string },
): Promise<void> {
  const target = post.targets.find(({ account_id: id }) => id === accountId);
  if (target === undefined) return;
  const { _id, platform, username, displayName } = targetView(ctx, target).accountId;
  const { title, status, metadata } = post;
  await emit(ctx, {
    type,
    resourceId: post.id,
    data: {
      postId: post.id,
      target: targetView(ctx, target),
      post: { _id: post.id, title, status, scheduledFor: post.scheduled_for?.toISOString() ?? null, metadata },
      account: { _id, platform, username, displayName },
      profileIds: post.profile_ids,
    },
  });
}
