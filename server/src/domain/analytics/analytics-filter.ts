import { findAccountsBy } from '../accounts/list-accounts.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';

type FilterQuery = {
  platform?: string | undefined;
  profileId?: string | undefined;
  accountId?: string | undefined;
  source?: 'all' | 'postzen' | 'external';
};

/** The platforms of the accounts, by account. */
export type AnalyticsFilter = { platforms: ReadonlyMap<string, string> };

/** The accounts that the key can see and that match the query. */
export async function readAnalyticsFilter(ctx: Ctx, query: FilterQuery): Promise<AnalyticsFilter> {
  const { platform: name = 'all', profileId, accountId, source } = query;
  const platform = name === 'all' ? undefined : platformNamed(ctx, name).adapter.name;
  const visible = await findAccountsBy(ctx, profileId === undefined ? {} : { profileId });
  if (accountId !== undefined) await requireAccount(ctx, accountId);
  const accounts = visible.filter(
    (account) =>
      (platform ?? account.platform) === account.platform &&
      (accountId ?? account.id) === account.id &&
      source !== 'external',
  );
  return { platforms: new Map(accounts.map((account) => [account.id, account.platform])) };
}
