import type { AccountHealth, HealthList, HealthQuery } from '../../schemas/account.ts';
import type { Ctx } from '../context.ts';
import { findAccountsBy } from '../accounts/list-accounts.ts';
import { healthOf } from './health-of.ts';

export async function listAccountHealth(ctx: Ctx, query: HealthQuery): Promise<HealthList> {
  const rows = await findAccountsBy(ctx, query);
  const accounts = await healthOf(ctx, rows);
  return { accounts, summary: summaryOf(accounts) };
}

function summaryOf(accounts: readonly AccountHealth[]): HealthList['summary'] {
  const healthy = accounts.filter((one) => one.healthy && one.issues.length === 0).length;
  const warning = accounts.filter((one) => one.healthy && one.issues.length > 0).length;
  return { total: accounts.length, healthy, warning, broken: accounts.length - healthy - warning };
}
