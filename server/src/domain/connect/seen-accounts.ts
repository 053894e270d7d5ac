import { AppError } from '../../kernel/errors.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { listConnected } from '../accounts/list-connected.ts';
import type { Ctx } from '../context.ts';
import type { StoredSession } from './connect-session-store.ts';
import { readCodes } from './read-codes.ts';
import { sessionAgain, unusable } from './use-session.ts';

/** The outcome of a session that a bot completes; may be asked again until it expires. */
export async function seenAccounts(ctx: Ctx, given: StoredSession): Promise<StoredAccount[]> {
  if (given.isExpired) throw unusable();
  if (given.status === 'pending') await readCodes(ctx, { platform: given.platform, isSandbox: given.is_sandbox });
  const session = await sessionAgain(ctx, given);
  if (session.status === 'failed') {
    throw new AppError('oauthCallbackFailed', session.error_description ?? 'The connection failed: start again', {
      platform: session.platform,
    });
  }
  if (session.status === 'pending') {
    throw new AppError('connectNotCompleted', 'The bot has not seen the code yet: send it in the chat, then ask again');
  }
  return listConnected(ctx, scopeOf(ctx.caller), session.account_ids);
}
