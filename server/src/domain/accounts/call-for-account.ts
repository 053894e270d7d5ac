import { AppError } from '../../kernel/errors.ts';
import type { AccountCall, Refusal, Unknown } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { notConnected, scopesMissing } from './account-fault.ts';
import { markDisconnected } from './mark-account.ts';
import { openAccount } from './tokens/open-account.ts';
import { refreshToken } from './tokens/refresh-token.ts';
import { reportAppProblem } from './report-app-problem.ts';

type Failure = Refusal | Unknown;

/** Throws refusals, after it has refreshed an expired token once. */
export async function callForAccount<Done extends { kind: string }>(
  ctx: Ctx,
  accountId: string,
  work: (call: AccountCall) => Promise<Done | Failure>,
): Promise<Exclude<Done, Failure>> {
  for (let attempt = 1; ; attempt += 1) {
    const { account, call } = await requireOpen(ctx, accountId);
    const outcome = await work(call);
    const isExpired = isFailure(outcome) && outcome.kind === 'disconnected' && outcome.cause === 'tokenExpired';
    if (!isFailure(outcome)) return outcome as Exclude<Done, Failure>;
    if (!isExpired || attempt > 1 || !account.isTokenRefreshable) throw await toError(ctx, account, outcome);
    await refreshToken(ctx, account);
  }
}

async function requireOpen(ctx: Ctx, accountId: string): Promise<{ account: StoredAccount; call: AccountCall }> {
  const opened = await openAccount(ctx, accountId);
  if (opened.kind === 'open') return opened;
  throw notConnected(opened.account);
}

const kinds: readonly string[] = [
  'rejected',
  'appProblem',
  'notDone',
  'preparationLost',
  'rateLimited',
  'disconnected',
  'scopeMissing',
  'unknown',
] satisfies Failure['kind'][];

function isFailure(outcome: { kind: string }): outcome is Failure {
  return kinds.includes(outcome.kind);
}

async function toError(ctx: Ctx, account: StoredAccount, failure: Failure): Promise<AppError> {
  const { platform } = account;
  switch (failure.kind) {
    case 'rejected': {
      const { code, message, platformError } = failure;
      return new AppError('platformRejected', message, { platform, platformCode: code, platformError });
    }
    case 'appProblem': {
      const { code, message, platformError } = failure;
      reportAppProblem(ctx, { platform, code, reason: platformError });
      return new AppError('platformRejected', message, { platform, platformCode: code, platformError });
    }
    case 'notDone':
    case 'preparationLost':
      return new AppError('platformUnavailable', 'The platform is unavailable: try again later', {
        ...{ platform, platformCode: 'unavailable', platformError: failure.reason },
      });
    case 'rateLimited':
      return new AppError('platformThrottled', 'The platform limits the request rate: wait before you try again', {
        ...{ platform, platformCode: 'rateLimited', platformError: 'rate limited' },
        ...(failure.retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(failure.retryAfterMs / 1000) }),
      });
    case 'unknown':
      return new AppError(
        'providerOutcomeUnknown',
        'The platform did not confirm the request: check on the platform whether it took effect',
        { platform },
      );
    case 'scopeMissing':
      return scopesMissing(account, failure.scopes);
    case 'disconnected':
      await markDisconnected(ctx, account, failure);
      return notConnected(account);
  }
}
