import { AppError } from '../../kernel/errors.ts';
import type { AccountList, AccountQuery } from '../../schemas/account.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { countAccounts, selectAccounts } from './account-store.ts';
import { accountView } from './account-view.ts';
import { platformNamed } from './platform-named.ts';

export async function listAccounts(ctx: Ctx, query: AccountQuery): Promise<AccountList> {
  const { page, limit } = query;
  if ((page === undefined) !== (limit === undefined)) {
    throw new AppError('validation', 'page and limit are given together or not at all', {
      param: page === undefined ? 'page' : 'limit',
    });
  }
  const scope = scopeOf(ctx.caller);
  const platform = query.platform === undefined ? undefined : platformNamed(ctx, query.platform).adapter.name;
  if (query.profileId !== undefined) await requireProfile(ctx, query.profileId);
  const filter = { profileId: query.profileId, platform, status: query.status };
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
