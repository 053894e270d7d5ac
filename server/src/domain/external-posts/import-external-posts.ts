import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { sweepPatiently, type SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { claimDueImports } from './due-import-store.ts';
import { postponeImport, releaseSync } from './external-post-store.ts';
import { importPosts } from './sync-external-posts.ts';

/** Imports what was published without Herald. */
export async function importExternalPosts(ctx: SweepCtx): Promise<void> {
  for (;;) {
    const due = await claimDueImports(ctx.db, ctx.timing.externalImportMs);
    if (due.length === 0 || ctx.stopping.aborted) return;
    await sweepPatiently(ctx, due, (ctx, { id }) => importFor(ctx, id));
  }
}

async function importFor(ctx: Ctx, accountId: string): Promise<void> {
  const account = await requireAccount(ctx, accountId);
  const { externalPosts } = platformOf(ctx, account.platform).adapter;
  if (externalPosts === undefined) return;
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
