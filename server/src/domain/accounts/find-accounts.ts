import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx, Scope } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { findAccount, selectAccountsById, selectAccounts } from './account-store.ts';

/** Ignores the profiles of the scope, so that callers can tell unknown accounts from forbidden ones. */
export async function findAccounts(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await selectAccountsById(ctx.db, scopeOf(ctx.caller), ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reports accounts of others or out of scope as unknown. */
export async function requireAccount(ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>, id: string): Promise<StoredAccount> {
  const row = await findAccount(ctx.db, scopeOf(ctx.caller), id);
  if (row === undefined) throw new AppError('accountNotFound', 'The account does not exist');
  return row;
}

/** Keeps the order of `ids` and omits accounts that no longer exist. */
export async function listConnected(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredAccount[]> {
  const rows = await selectAccounts(ctx.db, scope, {});
  return ids.flatMap((id) => rows.filter((row) => row.id === id));
}

export async function listUsable(ctx: Ctx): Promise<StoredAccount[]> {
  const rows = await selectAccounts(ctx.db, scopeOf(ctx.caller), { status: 'connected' });
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}
