import type { Ctx, Scope } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccounts } from './account-store.ts';

/** Returns the accounts that still exist, in the order of `ids`. */
export async function listConnected(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredAccount[]> {
  const rows = await selectAccounts(ctx.db, scope, {});
  return ids.flatMap((id) => rows.filter((row) => row.id === id));
}
