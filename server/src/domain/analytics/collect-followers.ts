import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { upsertFollowerDay } from './follower-store.ts';

export async function collectFollowers(ctx: SweepCtx): Promise<void> {
  const { followersMs } = ctx.timing;
  await sweepAccounts(ctx, {
    column: 'followers_due_at',
    intervalMs: ({ followers }) => (followers === undefined ? undefined : followersMs),
    work: collectOf,
  });
}

async function collectOf(ctx: Ctx, accountId: string): Promise<void> {
  const { platform } = await requireAccount(ctx, accountId);
  const { followers: read } = platformOf(ctx, platform).adapter;
  if (read === undefined) return;
  const { count } = await callForAccount(ctx, accountId, read);
  if (count === undefined) return;
  const scope = scopeOf(ctx.caller);
  await inTransaction(ctx, (ctx) => upsertFollowerDay(ctx.db, scope, { accountId, followers: count }));
}
