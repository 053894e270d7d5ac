import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { selectAccounts } from './account-store.ts';

/** Another user's account, or one out of scope, is not distinguished from an unknown one. */
export async function requireAccount(ctx: Pick<Ctx | TxCtx, 'db' | 'caller'>, id: string): Promise<StoredAccount> {
  const [row] = await selectAccounts(ctx.db, scopeOf(ctx.caller), { id });
  if (row === undefined) throw new AppError('accountNotFound', 'The account does not exist');
  return row;
}
