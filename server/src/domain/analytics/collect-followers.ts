import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { postponeFollowers, upsertFollowerDay } from './follower-store.ts';

/** Reads how many people follow each account, once a day. */
export async function collectFollowers(ctx: SweepCtx): Promise<void> {
  const { followersMs } = ctx.timing;
  await sweepAccounts(ctx, {
    column: 'followers_due_at',
    intervalMs: ({ followers }) => (followers === undefined ? undefined : followersMs),
    work: collectOf,
  });
}

/** Failures that pass by themselves are retried soon, so that no day is missed. */
const passing: readonly string[] = ['platformUnavailable', 'platformThrottled'];

async function collectOf(ctx: Ctx, accountId: string): Promise<void> {
  const { platform } = await requireAccount(ctx, accountId);
  const { followers: read } = platformOf(ctx, platform).adapter;
  if (read === undefined) return;
  const scope = scopeOf(ctx.caller);
  try {
    const { count } = await callForAccount(ctx, accountId, read);
    if (count === undefined) return;
    await inTransaction(ctx, (ctx) => upsertFollowerDay(ctx.db, scope, { accountId, followers: count }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ accountId, platform, code: error.code, reason: error.message }, 'followers could not be read');
    if (!passing.includes(error.code)) return;
    const waitMs = (error.details.retryAfterSeconds ?? 0) * 1000;
    const ms = Math.max(waitMs, ctx.timing.analyticsRetryMs);
    await inTransaction(ctx, (ctx) => postponeFollowers(ctx.db, scope, { accountId, ms }));
  }
}
