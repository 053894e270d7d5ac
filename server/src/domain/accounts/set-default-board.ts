import { inTransaction } from '../../db/transaction.ts';
import type { Account } from '../../schemas/account.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { updateAccountRow } from './account-store.ts';
import { accountView } from './account-view.ts';
import { requireAccount } from './require-account.ts';

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
