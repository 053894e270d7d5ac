import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { MeasuredPost, Metrics, PostMetrics } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import { retryInMs } from '../accounts/sweep-accounts.ts';
import { sweepPatiently, type SweepCtx } from '../background/sweep.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { claimDueMetrics } from './due-metrics-store.ts';
import { measure } from './measure.ts';
import { addReceived, lockMeasured, markUnmeasured, updateMeasured } from './measure-store.ts';
import { completeCounts, sumCounts } from './metrics.ts';
import { dayOf } from './read-period.ts';
import { unmeasuredMessage } from './track-post.ts';

type DueAccount = { ownerId: string; accountId: string; posts: readonly MeasuredPost[] };

export async function collectMetrics(ctx: SweepCtx): Promise<void> {
  for (;;) {
    const due = await claimDueMetrics(ctx.db, ctx.timing.metricsMs);
    if (due.length === 0 || ctx.stopping.aborted) return;
    const byAccount = Map.groupBy(due, ({ accountId }) => accountId);
    const accounts = [...byAccount].map(([accountId, rows]): DueAccount => {
      const posts = rows.map(({ platformPostId: id, publishedAt }) => ({ id, publishedAt }));
      return { ownerId: rows[0]?.ownerId ?? '', accountId, posts };
    });
    await sweepPatiently(ctx, accounts, collectOf);
  }
}

async function collectOf(ctx: Ctx, { accountId, posts }: DueAccount): Promise<void> {
  const { platform } = await requireAccount(ctx, accountId);
  const { adapter } = platformOf(ctx, platform);
  const { metrics } = adapter;
  // Earlier versions let the posts of such platforms become due.
  if (metrics === undefined) {
    return await fail(ctx, accountId, { posts, message: unmeasuredMessage(adapter), retryInMs: null });
  }
  for (let at = 0; at < posts.length; at += metrics.postsMax) {
    const group = posts.slice(at, at + metrics.postsMax);
    const error = await readGroup(ctx, accountId, { metrics, posts: group });
    // What stops one group stops the others, too.
    if (error !== undefined) return await giveUp(ctx, accountId, { posts: posts.slice(at), error });
  }
}

type Group = { metrics: Metrics; posts: readonly MeasuredPost[] };

async function readGroup(ctx: Ctx, accountId: string, { metrics, posts }: Group): Promise<AppError | undefined> {
  try {
    const { byPostId } = await callForAccount(ctx, accountId, (call) => metrics.read(call, posts));
    await inTransaction(ctx, (ctx) => recordMetrics(ctx, accountId, { posts, byPostId }));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

type Observed = { posts: readonly MeasuredPost[]; byPostId: ReadonlyMap<string, PostMetrics> };

async function recordMetrics(ctx: TxCtx, accountId: string, { posts, byPostId }: Observed): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const missing = posts.filter(({ id }) => !byPostId.has(id));
  if (missing.length > 0) {
    const message = 'The platform returned no numbers: the post may have been deleted there';
    await markUnmeasured(ctx.db, scope, { accountId, ids: missing.map(({ id }) => id), message });
  }
  const day = dayOf(ctx.clock.now());
  const ids = posts.filter(({ id }) => byPostId.has(id)).map(({ id }) => id);
  if (ids.length === 0) return;
  const measured = (await lockMeasured(ctx.db, scope, { accountId, ids, day })).map((before) => {
    const counts = completeCounts(byPostId.get(before.platformPostId) ?? {}, before.newest);
    const isExternal = before.postId === null;
    return { platformPostId: before.platformPostId, isExternal, counts, ...measure(before, counts, day) };
  });
  const newCounts = measured.map(({ platformPostId, counts, baseline }) => ({ platformPostId, ...counts, baseline }));
  await updateMeasured(ctx.db, scope, { accountId, day, posts: newCounts });
  for (const [isExternal, ofSource] of Map.groupBy(measured, (one) => one.isExternal)) {
    const postCount = ofSource.reduce((sum, one) => sum + one.postCount, 0);
    const gained = sumCounts(ofSource.map((one) => one.gained));
    await addReceived(ctx.db, scope, { accountId, day, isExternal, postCount, gained });
  }
}

async function giveUp(
  ctx: Ctx,
  accountId: string,
  { posts, error }: { posts: readonly MeasuredPost[]; error: AppError },
): Promise<void> {
  ctx.log.info({ accountId, code: error.code, reason: error.message }, 'numbers of posts could not be read');
  const ms = retryInMs(ctx, error);
  await fail(ctx, accountId, { posts, message: error.message, ...(ms === undefined ? {} : { retryInMs: ms }) });
}

type Failed = { posts: readonly MeasuredPost[]; message: string; retryInMs?: number | null };

async function fail(ctx: Ctx, accountId: string, { posts, ...failure }: Failed): Promise<void> {
  const ids = posts.map(({ id }) => id);
  await inTransaction(ctx, (ctx) => markUnmeasured(ctx.db, scopeOf(ctx.caller), { accountId, ids, ...failure }));
}
