import type { Account } from '../../schemas/account.ts';
import type { Ctx } from '../context.ts';
import { accountView } from './account-view.ts';
import { requireAccount } from './find-accounts.ts';

export async function getAccount(ctx: Ctx, accountId: string): Promise<Account> {
  return accountView(await requireAccount(ctx, accountId));
}
