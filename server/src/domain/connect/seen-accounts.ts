import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { listConnected } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';
import type { StoredSession } from './connect-session-store.ts';
import { readCodes } from './read-codes.ts';
import { sessionAgain, unusable } from './use-session.ts';

/** Repeatable until the session expires. */
export async function seenAccounts(ctx: Ctx, storedSession: StoredSession): Promise<StoredAccount[]> {
  if (storedSession.isExpired) throw unusable();
  if (storedSession.status === 'pending')
    await readCodes(ctx, { platform: storedSession.platform, isSandbox: storedSession.isSandbox });
  const session = await sessionAgain(ctx, storedSession);
  if (session.status === 'failed') {
    throw new AppError('oauthCallbackFailed', session.errorDescription ?? 'The connection failed: start it again', {
      platform: session.platform,
    });
  }
  if (session.status === 'pending') {
    throw new AppError(
      'connectNotCompleted',
      'The bot has not seen the code yet: post the code in the chat, then try again',
    );
  }
  return listConnected(ctx, scopeOf(ctx.caller), session.accountIds);
}
