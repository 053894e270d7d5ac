import { refreshTokenJob } from '../domain/accounts/account-jobs.ts';
import { openAccount } from '../domain/accounts/tokens/open-account.ts';
import { AppError } from '../kernel/errors.ts';
import { handle } from './handler.ts';

/** Opening refreshes what is due; an account that is gone meanwhile needs nothing. */
export const refreshTokenHandler = handle(refreshTokenJob, async (ctx, { ownerId, accountId }) => {
  try {
    await openAccount({ ...ctx, caller: { kind: 'system', ownerId } }, accountId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'accountNotFound') throw error;
  }
});
