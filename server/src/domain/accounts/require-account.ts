import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccounts } from './account-store.ts';

/** Unknown, another user's and out of the key's scope answer alike. */
export async function requireAccount(ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>, id: string): Promise<StoredAccount> {
  const [row] = await selectAccounts(ctx.db, scopeOf(ctx.caller), { id });
  if (row === undefined) throw new AppError('accountNotFound', 'There is no such account');
  return row;
}
