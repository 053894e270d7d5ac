import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccountsById } from './account-store.ts';

/** Ignores the profiles of the scope, so that callers can tell unknown accounts from forbidden ones. */
export async function findAccounts(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await selectAccountsById(ctx.db, scopeOf(ctx.caller), ids);
  return new Map(rows.map((row) => [row.id, row]));
}
