import { scopeOf } from '../access.ts';
import { findAccountsBy } from '../accounts/list-accounts.ts';
import { platformNamed } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';
import { selectFormerAccounts } from './former-account-store.ts';

export type Source = 'all' | 'postzen' | 'external';

type FilterQuery = {
  platform?: string | undefined;
  profileId?: string | undefined;
  accountId?: string | undefined;
  source?: Source;
};

type AnalyticsAccount = { platform: string; username: string };

export type AnalyticsFilter = {
  accounts: ReadonlyMap<string, AnalyticsAccount>;
  accountIds: readonly string[];
  source: Source;
};

/** Includes disconnected accounts, whose numbers stay readable. */
export async function readAnalyticsFilter(ctx: Ctx, query: FilterQuery): Promise<AnalyticsFilter> {
  const { platform: name = 'all', profileId, accountId, source = 'all' } = query;
  const platform = name === 'all' ? undefined : platformNamed(ctx, name).adapter.name;
  const connected = await findAccountsBy(ctx, profileId === undefined ? {} : { profileId });
  const former = await selectFormerAccounts(ctx.db, scopeOf(ctx.caller));
  if (accountId !== undefined && !former.some(({ id }) => id === accountId)) await requireAccount(ctx, accountId);
  const accounts = [...connected, ...former].filter(
    (account) =>
      (platform ?? account.platform) === account.platform &&
      (profileId ?? account.profileId) === account.profileId &&
      (accountId ?? account.id) === account.id,
  );
  const byId = new Map(accounts.map(({ id, platform, username }) => [id, { platform, username }]));
  return { accounts: byId, accountIds: [...byId.keys()], source };
}
