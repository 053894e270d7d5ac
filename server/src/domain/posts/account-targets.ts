import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import { findDueRevocations, findRevokedAccount, revokeToken } from '../accounts/tokens/revoke-token.ts';
import { leaveAnalytics } from '../analytics/track-post.ts';
import { sweepRows, type SweepCtx } from '../background/sweep.ts';
import { syncPostStatus } from './sync-post-status.ts';
import {
  keepNames,
  selectAtRisk,
  selectOpenPosts,
  selectUnsettled,
  type AtRisk,
  type Risk,
} from './store/account-targets-store.ts';
import { markCanceled } from './model/target-state.ts';
import type { StoredPost, StoredTarget } from './model/post.ts';
import { releaseFiles } from './media/post-files.ts';
import { requireLockedPost } from './request/require-post.ts';
import { deleteTargets, updateTarget } from './store/target-store.ts';

export async function disconnectAccount(ctx: Ctx, accountId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const account = await requireAccount(ctx, accountId);
    await leaveAccount(ctx, account);
    await leaveAnalytics(ctx, account.id);
    await deleteAccount(ctx, account);
  });
}

export async function revokeUnusedTokens(ctx: SweepCtx): Promise<void> {
  await sweepRows(ctx, await findDueRevocations(ctx), (ctx, { id }) => revokeUnusedToken(ctx, id));
}

/** A target that may be live still has to be looked up with the token. */
async function revokeUnusedToken(ctx: Ctx, revocationId: string): Promise<void> {
  const accountId = await findRevokedAccount(ctx, revocationId);
  if (accountId !== null && (await selectUnsettled(ctx.db, scopeOf(ctx.caller), accountId))) return;
  await revokeToken(ctx, revocationId);
}

/**
 * Drafts lose the target, unsent targets are canceled, and those that are or may be live keep their outcome and the account's
 * names.
 */
async function leaveAccount(ctx: TxCtx, account: StoredAccount): Promise<void> {
  const scope = scopeOf(ctx.caller);
  for (const postId of await selectOpenPosts(ctx.db, scope, account.id)) {
    const post = await requireLockedPost(ctx, postId);
    const target = post.targets.find(({ accountId: id }) => id === account.id);
    if (target !== undefined) await leave(ctx, post, target);
  }
  // Last, because it updates targets of posts that others may have locked.
  await keepNames(ctx.db, scope, account);
}

async function leave(ctx: TxCtx, post: StoredPost, target: StoredTarget): Promise<void> {
  const scope = scopeOf(ctx.caller);
  const targetKey = { postId: post.id, accountId: target.accountId };
  if (target.status === 'draft') {
    await deleteTargets(ctx.db, scope, { postId: post.id, accountIds: [target.accountId] });
    await releaseFiles(ctx, undefined, [target]);
    await syncPostStatus(ctx, post);
    return;
  }
  if (target.sentAt !== null) return;
  await updateTarget(ctx.db, scope, { ...targetKey, changes: markCanceled(target).changes });
  const detail = { from: target.status, to: 'canceled' };
  const entry = { ...targetKey, at: ctx.clock.now(), kind: 'targetStateChanged', detail } as const;
  await syncPostStatus(ctx, post, {}, { entries: [{ ...entry, summary: 'Canceled: the account was disconnected' }] });
}

export async function findAtRisk(ctx: Ctx, risks: readonly Risk[]): Promise<ReadonlyMap<string, AtRisk>> {
  const atRisk = await selectAtRisk(ctx.db, scopeOf(ctx.caller), risks);
  return new Map(atRisk.map((one) => [one.accountId, one]));
}
