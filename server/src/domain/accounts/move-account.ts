import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { updateAccountRow } from './account-store.ts';

/** The network calls the account by another id from now on. */
export async function moveAccount(ctx: Ctx, account: StoredAccount, providerAccountId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const changes = { provider_account_id: providerAccountId };
    await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: account.id, changes });
  });
}
