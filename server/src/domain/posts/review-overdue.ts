import type { PostTargetRow } from '../../db/post-rows.ts';
import { comparableText } from '../../kernel/text/comparable-text.ts';
import { claimToken } from '../../kernel/crypto/random.ts';
import type { ExternalPost } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import { accountCall } from '../accounts/account-call.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx, SystemCtx } from '../context.ts';
import { failedTarget, publishedTarget } from './publish/end-target.ts';
import { dropFollowUps } from './publish/follow-up.ts';
import { isOwnedByOther } from './store/held-target-store.ts';
import { claimOverdue, selectOverdue } from './store/overdue-store.ts';
import { findPost } from './store/post-store.ts';
import { publishedParts } from './model/published-text.ts';

export type OverdueTarget = {
  ownerId: string;
  postId: string;
  accountId: string;
  platform: string;
  dueAt: Date;
  content: string;
  outcome: { kind: 'published'; id: string; url?: string } | { kind: 'unknown'; reason: string };
};

const recentMax = 50;
// The platform's clock and ours may differ.
const earlyMs = 5 * 60_000;
const reviewLeaseMs = 5 * 60_000;

/** Changes nothing and refreshes no token. */
export async function listOverdue(systemCtx: SystemCtx): Promise<OverdueTarget[]> {
  const overdue: OverdueTarget[] = [];
  for (const target of await selectOverdue(systemCtx.db)) {
    const ctx: Ctx = { ...systemCtx, caller: { kind: 'system', ownerId: target.ownerId } };
    const { ownerId, postId, accountId, platform, dueAt } = target;
    const post = await findPost(ctx.db, scopeOf(ctx.caller), postId);
    if (post === undefined || dueAt === null) continue;
    const { text: content } = publishedParts(post, {
      customContent: target.customContent,
      settings: target.settings,
      media: post.media,
    });
    const outcome = await lookUp(ctx, target, { content, since: new Date(dueAt.getTime() - earlyMs) });
    overdue.push({ ownerId, postId, accountId, platform, dueAt, content, outcome });
  }
  return overdue;
}

/** Sends nothing. Targets that the platform does not show fail with `outcomeUnknown`, so only a confirmed retry sends them. */
export async function settleOverdue(systemCtx: SystemCtx, overdue: readonly OverdueTarget[]): Promise<void> {
  for (const { ownerId, postId, accountId, outcome } of overdue) {
    const ctx: Ctx = { ...systemCtx, caller: { kind: 'system', ownerId } };
    const claim = { postId, accountId, token: claimToken(ctx.random), leaseMs: reviewLeaseMs };
    const target = await claimOverdue(ctx.db, scopeOf(ctx.caller), claim);
    if (target !== undefined) await settleOne(ctx, target, outcome);
  }
}

async function settleOne(ctx: Ctx, target: PostTargetRow, outcome: OverdueTarget['outcome']): Promise<void> {
  if (target.status === 'published') return await dropFollowUps(ctx, target, 'the database was restored');
  // The backup was taken after the platform had confirmed it.
  const { platformPostId: acceptedId } = target;
  if (acceptedId !== null) return void (await publishedTarget(ctx, target, { id: acceptedId, hasFollowUps: false }));
  if (outcome.kind === 'published') {
    const { id, url } = outcome;
    const summary = 'Found on the platform after a restore';
    const entries = [{ kind: 'outcomeCheck', summary, detail: { result: 'found' } }] as const;
    await publishedTarget(ctx, target, { id, url, hasFollowUps: false, entries });
    return;
  }
  await failedTarget(ctx, target, {
    code: 'outcomeUnknown',
    message: `The post was due before the database was restored and may already be published: ${outcome.reason}`,
  });
}

type SearchedPost = { content: string; since: Date };

const unknown = (reason: string): OverdueTarget['outcome'] => ({ kind: 'unknown', reason });

async function lookUp(ctx: Ctx, target: PostTargetRow, searchedPost: SearchedPost): Promise<OverdueTarget['outcome']> {
  if (target.status === 'published') return { kind: 'published', id: target.platformPostId ?? '' };
  const { externalPosts } = platformOf(ctx, target.platform).adapter;
  if (externalPosts === undefined) return unknown('the platform cannot list posts');
  if (target.liveAccountId === null) return unknown('the account was disconnected');
  const account = await requireAccount(ctx, target.accountId);
  const isRefreshDue = account.refreshAt !== null && account.refreshAt <= account.now;
  if (account.status !== 'connected' || isRefreshDue) return unknown('the account cannot be used without a new token');
  const list = async () => externalPosts.list(accountCall(ctx, account), { limit: recentMax });
  // A platform that cannot be reached, such as a sandbox in another process, must not block the release.
  const listed = await list().catch(() => undefined);
  if (listed?.kind !== 'posts') return unknown('the platform did not list its posts');
  return await matchOne(
    ctx,
    target,
    listed.posts.filter((post) => isMatch(post, searchedPost)),
  );
}

async function matchOne(
  ctx: Ctx,
  { postId, accountId }: PostTargetRow,
  [match, ...others]: readonly ExternalPost[],
): Promise<OverdueTarget['outcome']> {
  if (match === undefined) return unknown('the platform does not show it among its recent posts');
  if (others.length > 0) return unknown('the platform shows several posts with this text');
  const { platformPostId: id, platformPostUrl: url } = match;
  if (await isOwnedByOther(ctx.db, scopeOf(ctx.caller), { postId, accountId, platformPostId: id })) {
    return unknown('the post with this text belongs to another post of Herald');
  }
  return { kind: 'published', id, ...(url === undefined ? {} : { url }) };
}

function isMatch({ content, publishedAt }: ExternalPost, searchedPost: SearchedPost): boolean {
  const text = comparableText(searchedPost.content);
  return text !== '' && publishedAt >= searchedPost.since && comparableText(content) === text;
}
