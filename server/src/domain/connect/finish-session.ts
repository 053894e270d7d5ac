import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Connected } from '../../platforms/adapter.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { connectAccounts } from '../accounts/connect-accounts.ts';
import { platformOf } from '../accounts/platform-named.ts';
import type { Ctx } from '../context.ts';
import { faultMessage } from './fault-message.ts';
import { endSession, type StoredSession } from './connect-session-store.ts';

export async function finishSession(ctx: Ctx, session: StoredSession, connected: Connected): Promise<StoredAccount[]> {
  try {
    if (connected.kind !== 'accounts') throw refusal(session.platform, connected);
    const { adapter } = platformOf(ctx, session.platform);
    return await inTransaction(ctx, async (ctx) => {
      const rows = await connectAccounts(ctx, {
        profileId: session.profileId,
        adapter,
        isSandbox: session.isSandbox,
        remote: connected.accounts,
      });
      const end = { status: 'completed', accountIds: rows.map((row) => row.id) } as const;
      await endSession(ctx.db, session.id, { ...end, errorCode: null, errorDescription: null });
      return rows;
    });
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') {
      await failSession(ctx, session, { code: error.code, message: faultMessage(error) });
    }
    throw error;
  }
}

export async function failSession(
  ctx: Pick<Ctx, 'db'>,
  session: Pick<StoredSession, 'id'>,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await endSession(ctx.db, session.id, {
    status: 'failed',
    accountIds: [],
    errorCode: code,
    errorDescription: message,
  });
}

function refusal(platform: string, connected: Exclude<Connected, { kind: 'accounts' }>): AppError {
  const details = { platform, errorDescription: connected.reason.slice(0, 500) };
  return connected.kind === 'refused'
    ? new AppError('oauthCallbackFailed', 'The platform refused the connection: start it again', details)
    : new AppError('oauthFailed', 'The platform is unavailable: start the connection again later', details);
}
