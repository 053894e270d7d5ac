import { AppError } from '../../kernel/errors.ts';
import type { AccountList, AccountQuery } from '../../schemas/account.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import type { StoredAccount } from './account.ts';
import { countAccounts, selectAccounts } from './account-store.ts';
import { accountView } from './account-view.ts';
import { platformNamed } from './platform-named.ts';

export async function listAccounts(ctx: Ctx, query: AccountQuery): Promise<AccountList> {
  const { page, limit } = query;
  if ((page === undefined) !== (limit === undefined)) {
    throw new AppError('validation', 'page and limit must be sent together: send both or neither', {
      param: page === undefined ? 'page' : 'limit',
    });
  }
  const scope = scopeOf(ctx.caller);
  const filter = await readFilter(ctx, query);
  if (page === undefined || limit === undefined) {
    return { accounts: (await selectAccounts(ctx.db, scope, filter)).map(accountView) };
  }
  const rows = await selectAccounts(ctx.db, scope, { ...filter, page, limit });
  const total = await countAccounts(ctx.db, scope, filter);
  return {
    accounts: rows.map(accountView),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

type Filter = Pick<AccountQuery, 'profileId' | 'platform' | 'status'>;

export async function findAccountsBy(ctx: Ctx, query: Filter): Promise<StoredAccount[]> {
  return await selectAccounts(ctx.db, scopeOf(ctx.caller), await readFilter(ctx, query));
}

async function readFilter(ctx: Ctx, { profileId, platform: name, status }: Filter) {
  const platform = name === undefined ? undefined : platformNamed(ctx, name).adapter.name;
  if (profileId !== undefined) await requireProfile(ctx, profileId);
  return { profileId, platform, status };
}
