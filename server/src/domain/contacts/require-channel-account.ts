import { AppError } from '../../kernel/errors.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx, TxCtx } from '../context.ts';

export async function requireChannelAccount(
  ctx: Ctx | TxCtx,
  { accountId, profileId }: { accountId: string; profileId: string | undefined },
): Promise<StoredAccount> {
  const account = await requireAccount(ctx, accountId);
  if (account.profileId === (profileId ?? account.profileId)) return account;
  throw new AppError('validation', 'The account belongs to another profile', { param: 'accountId' });
}
