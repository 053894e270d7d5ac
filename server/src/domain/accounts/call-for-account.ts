import { AppError } from '../../kernel/errors.ts';
import type { AccountCall, Refusal, Unknown } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { markDisconnected } from './mark-disconnected.ts';
import { openAccount } from './tokens/open-account.ts';
import { refreshToken } from './tokens/refresh-token.ts';
import { reportAppProblem } from './report-app-problem.ts';

type Answer = Refusal | Unknown;

/** One call for somebody who waits. What the network refuses becomes the answer; an expired token is refreshed once. */
export async function callForAccount<Done extends { kind: string }>(
  ctx: Ctx,
  accountId: string,
  work: (call: AccountCall) => Promise<Done | Answer>,
): Promise<Exclude<Done, Answer>> {
  for (let attempt = 1; ; attempt += 1) {
    const { account, call } = await requireOpen(ctx, accountId);
    const answer = await work(call);
    const isExpired = isRefusal(answer) && answer.kind === 'disconnected' && answer.cause === 'tokenExpired';
    if (!isRefusal(answer)) return answer as Exclude<Done, Answer>;
    if (!isExpired || attempt > 1 || !account.is_token_refreshable) throw await toError(ctx, account, answer);
    await refreshToken(ctx, account);
  }
}

async function requireOpen(ctx: Ctx, accountId: string): Promise<{ account: StoredAccount; call: AccountCall }> {
  const opened = await openAccount(ctx, accountId);
  if (opened.kind === 'open') return opened;
  throw dead(opened.account);
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
] satisfies Answer['kind'][];

function isRefusal(answer: { kind: string }): answer is Answer {
  return kinds.includes(answer.kind);
}

async function toError(ctx: Ctx, account: StoredAccount, answer: Answer): Promise<AppError> {
  const { platform } = account;
  switch (answer.kind) {
    case 'rejected': {
      const { code, message, platformError } = answer;
      return new AppError('platformRejected', message, { platform, platformCode: code, platformError });
    }
    case 'appProblem': {
      const { code, message, platformError } = answer;
      reportAppProblem(ctx, { platform, code, reason: platformError });
      return new AppError('platformRejected', message, { platform, platformCode: code, platformError });
    }
    case 'notDone':
    case 'preparationLost':
      return new AppError('platformUnavailable', 'The platform was unable to answer', {
        ...{ platform, platformCode: 'unavailable', platformError: answer.reason },
      });
    case 'rateLimited':
      return new AppError('platformThrottled', 'The platform asks to slow down', {
        ...{ platform, platformCode: 'rateLimited', platformError: 'rate limited' },
        ...(answer.retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(answer.retryAfterMs / 1000) }),
      });
    case 'unknown':
      return new AppError('providerOutcomeUnknown', 'The platform did not confirm it: look there', { platform });
    case 'scopeMissing': {
      const { scopes: missingScopes } = answer;
      const message = `The account was not granted ${missingScopes.join(', ')}: connect it again`;
      return new AppError('platformCapabilityMissing', message, { platform, missingScopes });
    }
    case 'disconnected':
      await markDisconnected(ctx, account, answer);
      return dead(account);
  }
}

function dead({ platform, username }: StoredAccount): AppError {
  return new AppError('connectionDead', `The account ${username} must be connected again first`, { platform });
}
