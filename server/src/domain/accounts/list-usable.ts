import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccounts } from './account-store.ts';

/** In the order in which they were first connected. */
export async function listUsable(ctx: Ctx): Promise<StoredAccount[]> {
  const rows = await selectAccounts(ctx.db, scopeOf(ctx.caller), { status: 'connected' });
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}
