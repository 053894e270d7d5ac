import type { AccountCall } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { accountCall } from '../account-call.ts';
import type { StoredAccount } from '../account.ts';
import { refreshToken } from './refresh-token.ts';
import { requireAccount } from '../find-accounts.ts';

type Opened =
  | { kind: 'open'; call: AccountCall; account: StoredAccount }
  | { kind: 'disconnected'; account: StoredAccount }
  | { kind: 'later'; account: StoredAccount };

export async function openAccount(ctx: Ctx, accountId: string): Promise<Opened> {
  let account = await requireAccount(ctx, accountId);
  if (account.status === 'connected' && isPast(account.refreshAt, account.now)) {
    await refreshToken(ctx, account);
    account = await requireAccount(ctx, accountId);
  }
  if (account.status !== 'connected') return { kind: 'disconnected', account };
  // A failed refresh does not matter while the token is valid.
  if (isPast(account.tokenExpiresAt, account.now)) return { kind: 'later', account };
  return { kind: 'open', call: accountCall(ctx, account), account };
}

function isPast(at: Date | null, now: Date): boolean {
  return at !== null && at <= now;
}
