import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import { sweepRows, type SweepCtx } from '../background/sweep.ts';
import type { Ctx } from '../context.ts';
import { updateAccountRow } from './account-store.ts';
import { callForAccount } from './call-for-account.ts';
import { platformOf } from './platform-named.ts';
import { requireAccount } from './find-accounts.ts';
import { selectDueSubscriptions } from './due-account-store.ts';

const retryMs = 10 * 60_000;

export async function subscribeAccounts(ctx: SweepCtx): Promise<void> {
  await sweepRows(ctx, await selectDueSubscriptions(ctx.db), (ctx, { id }) => subscribeAccount(ctx, id));
}

async function subscribeAccount(ctx: Ctx, id: string): Promise<void> {
  const { platform, now } = await requireAccount(ctx, id);
  const { events } = platformOf(ctx, platform).adapter;
  let subscribeAt: Date | null = null;
  try {
    if (events !== undefined) await callForAccount(ctx, id, (call) => events.subscribe(call));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Nothing changes without the scope until the account is reconnected.
    if (error.code !== 'platformCapabilityMissing') subscribeAt = new Date(now.getTime() + retryMs);
    ctx.log.warn({ accountId: id, platform, err: error }, 'the platform sends no events of this account yet');
  }
  await inTransaction(ctx, (ctx) => updateAccountRow(ctx.db, scopeOf(ctx.caller), { id, changes: { subscribeAt } }));
}
