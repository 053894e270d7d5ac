import type { AccountHealth } from '../../schemas/account.ts';
import type { Ctx } from '../context.ts';
import { accountHealth } from './account-health.ts';
import { platformOf } from './platform-named.ts';
import { requireAccount } from './require-account.ts';

export async function getAccountHealth(ctx: Ctx, accountId: string): Promise<AccountHealth> {
  const row = await requireAccount(ctx, accountId);
  return accountHealth(platformOf(ctx, row.platform).adapter, row);
}
