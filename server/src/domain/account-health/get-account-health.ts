import type { AccountHealth } from '../../schemas/account.ts';
import type { Ctx } from '../context.ts';
import { healthOf } from './health-of.ts';
import { requireAccount } from '../accounts/find-accounts.ts';

export async function getAccountHealth(ctx: Ctx, accountId: string): Promise<AccountHealth> {
  const row = await requireAccount(ctx, accountId);
  const [health] = await healthOf(ctx, [row]);
  if (health === undefined) throw new Error('the health of the account was not computed');
  return health;
}
