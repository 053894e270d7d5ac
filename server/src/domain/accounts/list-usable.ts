import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccounts } from './account-store.ts';

/** Those in reach of the key that posts can go to, in the order they were connected first. */
export async function listUsable(ctx: Ctx): Promise<StoredAccount[]> {
  const rows = await selectAccounts(ctx.db, scopeOf(ctx.caller), { status: 'connected' });
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
}
