import { inTransaction } from '../../db/transaction.ts';
import type { Account } from '../../schemas/account.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { updateAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { requireAccount } from './require-account.ts';

/** A disabled account keeps its fault, which applies again once it is enabled. */
export async function setDisabled(ctx: Ctx, accountId: string, isDisabled: boolean): Promise<Account> {
  return inTransaction(ctx, async (ctx) => {
    const { fault } = await requireAccount(ctx, accountId);
    const status = isDisabled ? 'disabled' : fault === null ? 'connected' : 'needsReauth';
    await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: accountId, changes: { status } });
    return accountView(await requireAccount(ctx, accountId));
  });
}
