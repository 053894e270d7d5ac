import { inTransaction } from '../../db/transaction.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { updateAccountRow } from './account-store.ts';

/** Stores the new ID of an account, such as a Telegram group that became a supergroup. */
export async function moveAccount(ctx: Ctx, account: StoredAccount, providerAccountId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const changes = { providerAccountId };
    await updateAccountRow(ctx.db, scopeOf(ctx.caller), { id: account.id, changes });
  });
}
