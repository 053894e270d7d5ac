import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { claimSync, postponeImport, releaseSync } from './external-post-store.ts';
import { importPosts } from './sync-external-posts.ts';

/** Imports what was published without Herald. */
export async function importExternalPosts(ctx: SweepCtx): Promise<void> {
  const { externalImportMs } = ctx.timing;
  await sweepAccounts(ctx, {
    column: 'external_posts_due_at',
    intervalMs: ({ externalPosts }) => (externalPosts === undefined ? undefined : externalImportMs),
    work: importFor,
  });
}

async function importFor(ctx: Ctx, accountId: string): Promise<void> {
  const account = await requireAccount(ctx, accountId);
  const { externalPosts } = platformOf(ctx, account.platform).adapter;
  const key = { accountId, withinMs: ctx.timing.externalSyncMs };
  // A request may have read the posts a moment ago.
  if (externalPosts === undefined || !(await claimSync(ctx.db, scopeOf(ctx.caller), key))) return;
  try {
    await importPosts(ctx, account, externalPosts);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { platform } = account;
    ctx.log.info({ accountId, platform, code: error.code, reason: error.message }, 'posts could not be imported');
    await retryLater(ctx, accountId, error);
  }
}

/** Failures that pass by themselves are retried soon, others at the next regular time. */
async function retryLater(ctx: Ctx, accountId: string, error: AppError): Promise<void> {
  const scope = scopeOf(ctx.caller);
  await releaseSync(ctx.db, scope, accountId);
  if (error.code !== 'platformUnavailable' && error.code !== 'platformThrottled') return;
  const waitMs = (error.details.retryAfterSeconds ?? 0) * 1000;
  const ms = Math.max(waitMs, ctx.timing.analyticsRetryMs);
  await inTransaction(ctx, (ctx) => postponeImport(ctx.db, scope, { accountId, ms }));
}
