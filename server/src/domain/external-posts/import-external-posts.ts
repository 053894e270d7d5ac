import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import type { SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { importPosts } from './sync-external-posts.ts';

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
  if (externalPosts !== undefined) await importPosts(ctx, account, externalPosts);
}
