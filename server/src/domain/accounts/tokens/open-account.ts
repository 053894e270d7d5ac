import type { AccountCall } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { accountCall } from '../account-call.ts';
import type { StoredAccount } from '../account.ts';
import { refreshToken } from './refresh-token.ts';
import { requireAccount } from '../require-account.ts';

type Opened =
  | { kind: 'open'; call: AccountCall; account: StoredAccount }
  /** Nobody can act for it until it is connected again. */
  | { kind: 'disconnected'; account: StoredAccount }
  /** Its token has expired and could not be refreshed for now. */
  | { kind: 'later'; account: StoredAccount };

/** Before each use: the account with a token that is good, refreshed first where its time has come. */
export async function openAccount(ctx: Ctx, accountId: string): Promise<Opened> {
  let account = await requireAccount(ctx, accountId);
  if (account.status === 'connected' && isPast(account.refresh_at, account.now)) {
    await refreshToken(ctx, account);
    account = await requireAccount(ctx, accountId);
  }
  if (account.status !== 'connected') return { kind: 'disconnected', account };
  // A refresh that failed for now harms nobody while the old token lives.
  if (isPast(account.token_expires_at, account.now)) return { kind: 'later', account };
  return { kind: 'open', call: accountCall(ctx, account), account };
}

function isPast(at: Date | null, now: Date): boolean {
  return at !== null && at <= now;
}
