import type { AccountHealth, HealthList, HealthQuery } from '../../schemas/account.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { selectAccounts } from './account-store.ts';
import { healthOf } from './health-of.ts';
import { platformNamed } from './platform-named.ts';

export async function listAccountHealth(ctx: Ctx, query: HealthQuery): Promise<HealthList> {
  const platform = query.platform === undefined ? undefined : platformNamed(ctx, query.platform).adapter.name;
  if (query.profileId !== undefined) await requireProfile(ctx, query.profileId);
  const rows = await selectAccounts(ctx.db, scopeOf(ctx.caller), { profileId: query.profileId, platform });
  const accounts = await healthOf(ctx, rows);
  return { accounts, summary: summaryOf(accounts) };
}

function summaryOf(accounts: readonly AccountHealth[]): HealthList['summary'] {
  const healthy = accounts.filter((one) => one.healthy && one.issues.length === 0).length;
  const warning = accounts.filter((one) => one.healthy && one.issues.length > 0).length;
  return { total: accounts.length, healthy, warning, broken: accounts.length - healthy - warning };
}
