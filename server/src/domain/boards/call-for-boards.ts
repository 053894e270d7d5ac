import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { AccountCall, Boards, Refusal, Unknown } from '../../platforms/adapter.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import type { Ctx } from '../context.ts';

type Failure = Refusal | Unknown;
type Work<Done> = (boards: Boards, call: AccountCall) => Promise<Done | Failure>;

export async function callForBoards<Done extends { kind: string }>(
  ctx: Ctx,
  { platform, accountId }: { platform: string; accountId: string },
  work: Work<Done>,
): Promise<Exclude<Done, Failure>> {
  const account = await requireAccount(ctx, accountId);
  const { boards } = platformOf(ctx, account.platform).adapter;
  if (account.platform !== platform || boards === undefined) {
    throw new AppError('platformUnsupported', `The account is not a ${platform} account`, {
      platform: account.platform,
    });
  }
  try {
    return await callForAccount(ctx, accountId, (call) => work(boards, call));
  } catch (error) {
    throw error instanceof AppError ? inFlowWords(error) : error;
  }
}

const retryAfterSeconds = 60;

const flowCodes: Partial<Record<ErrorCode, ErrorCode>> = {
  connectionDead: 'notConnected',
  platformThrottled: 'rateLimited',
  platformRejected: 'requestFailed',
  platformUnavailable: 'requestFailed',
  providerOutcomeUnknown: 'requestFailed',
};

function inFlowWords(error: AppError): AppError {
  const code = flowCodes[error.code];
  if (code === undefined) return error;
  const wait = code === 'rateLimited' ? { retryAfterSeconds } : {};
  return new AppError(code, error.message, { ...wait, ...error.details }, error);
}
