import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccountsById } from './account-store.ts';

/** Those of the owner by id, whatever the key may see: whoever asks tells unknown and out of scope apart. */
export async function findAccounts(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await selectAccountsById(ctx.db, scopeOf(ctx.caller), ids);
  return new Map(rows.map((row) => [row.id, row]));
}
