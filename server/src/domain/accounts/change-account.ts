import { inTransaction } from '../../db/transaction.ts';
import type { Account } from '../../schemas/account.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { updateAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { requireAccount } from './find-accounts.ts';

/** An ID can change, as when a Telegram group becomes a supergroup. */
export async function moveAccount(ctx: Ctx, account: StoredAccount, providerAccountId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const changes = { providerAccountId };
    await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: account.id, changes });
  });
}

export async function setDefaultBoard(
  ctx: Ctx,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<Account> {
  return inTransaction(ctx, async (ctx) => {
    const changes = { defaultBoardId: id, defaultBoardName: name };
    await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: accountId, changes });
    return accountView(await requireAccount(ctx, accountId));
  });
}

/** A disabled account keeps its fault, which applies again once it is enabled. */
export async function setDisabled(ctx: Ctx, accountId: string, isDisabled: boolean): Promise<Account> {
  return inTransaction(ctx, async (ctx) => {
    const { fault } = await requireAccount(ctx, accountId);
    const status = isDisabled ? 'disabled' : fault === null ? 'connected' : 'needsReauth';
    await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: accountId, changes: { status } });
    return accountView(await requireAccount(ctx, accountId));
  });
}
