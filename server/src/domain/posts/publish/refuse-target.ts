import type { PostRow, PostTargetRow, TargetErrorCode } from '../../../db/post-rows.ts';
import type { Refusal } from '../../../platforms/adapter.ts';
import type { StoredAccount } from '../../accounts/account.ts';
import { markAccount, markDisconnected } from '../../accounts/mark-account.ts';
import { moveAccount } from '../../accounts/change-account.ts';
import { refreshToken } from '../../accounts/tokens/refresh-token.ts';
import { reportAppProblem } from '../../accounts/report-app-problem.ts';
import type { Ctx } from '../../context.ts';
import { retryLater } from '../model/target-state.ts';
import type { TimelineEntry } from '../store/timeline-store.ts';
import { failedTarget } from './end-target.ts';
import { latestAttempt } from './lateness.ts';
import { retryAt } from './retry-wait.ts';
import { waitTarget } from './wait-target.ts';

export type Work = {
  post: PostRow;
  target: PostTargetRow;
  account: StoredAccount;
  /** The database's time of the claim. */
  now: Date;
};

export async function refuseTarget(ctx: Ctx, work: Work, refusal: Refusal): Promise<void> {
  const { target, account } = work;
  switch (refusal.kind) {
    case 'rejected':
      return await failedTarget(ctx, target, {
        code: 'platformRejected',
        message: refusal.message,
        entries: [platformResponse(refusal.platformError, refusal.code)],
      });
    case 'appProblem':
      reportAppProblem(ctx, { platform: target.platform, code: refusal.code, reason: refusal.platformError });
      return await failedTarget(ctx, target, {
        code: 'platformAppProblem',
        message: refusal.message,
        entries: [platformResponse(refusal.platformError, refusal.code)],
      });
    case 'preparationLost':
      return await retryTarget(ctx, work, {
        code: 'platformUnavailable',
        reason: refusal.reason,
        isPreparationLost: true,
      });
    case 'notDone':
      if (refusal.movedTo !== undefined) await moveAccount(ctx, account, refusal.movedTo);
      return await retryTarget(ctx, work, { code: 'platformUnavailable', reason: refusal.reason });
    case 'rateLimited':
      return await retryTarget(ctx, work, {
        code: 'rateLimited',
        reason: 'The platform limits how often this account may post',
        retryAfterMs: refusal.retryAfterMs,
      });
    case 'scopeMissing':
      await markAccount(ctx, {
        account,
        fault: 'scopeMissing',
        reason: 'The platform reports a missing permission',
        missingScopes: refusal.scopes,
      });
      return await failedTarget(ctx, target, {
        code: 'platformCapabilityMissing',
        message: `The account was not granted ${refusal.scopes.join(', ')}: connect it again`,
      });
    case 'disconnected':
      return await reconnect(ctx, work, refusal);
  }
}

async function reconnect(ctx: Ctx, work: Work, refusal: Extract<Refusal, { kind: 'disconnected' }>): Promise<void> {
  const { account, target } = work;
  if (refusal.cause === 'tokenExpired' && account.isTokenRefreshable) {
    await refreshToken(ctx, account);
    const entries = [{ kind: 'tokenRefreshed', summary: 'The token had expired and was refreshed' } as const];
    return await retryTarget(ctx, work, {
      code: 'connectionDead',
      reason: 'The token had expired',
      isAtOnce: true,
      entries,
    });
  }
  await markDisconnected(ctx, account, refusal);
  await failedTarget(ctx, target, { code: 'connectionDead', message: 'The account must be connected again' });
}

function platformResponse(message: string, code: string) {
  return { kind: 'platformAnswer', summary: message, detail: { code, message } } as const;
}

type Retry = {
  code: TargetErrorCode;
  reason: string;
  retryAfterMs?: number | undefined;
  isAtOnce?: boolean;
  isPreparationLost?: boolean;
  entries?: readonly Pick<TimelineEntry, 'kind' | 'summary'>[];
};

export async function retryTarget(ctx: Ctx, { post, target, now }: Omit<Work, 'account'>, again: Retry): Promise<void> {
  const { publishRetryMs: waitsMs, publishRetryMsMax: waitMsMax } = ctx.timing;
  const { code, reason, retryAfterMs } = again;
  const attemptCount = target.attemptCount + 1;
  const giveUpAt = extendedGiveUp(ctx, target, retryAfterMs);
  const latest = new Date(Math.min(latestAttempt(post).getTime(), giveUpAt?.getTime() ?? Infinity));
  const at = retryAt({ attemptCount, now, latest, retryAfterMs }, { waitsMs, waitMsMax });
  if (at === undefined) {
    const end =
      attemptCount > waitsMs.length ? `Herald tried ${attemptCount} times.` : 'The next attempt would be too late.';
    return await failedTarget(ctx, target, {
      code,
      message: `${reason}. ${end}`,
      entries: [platformResponse(reason, code)],
    });
  }
  const change = retryLater(target, {
    attemptCount,
    giveUpAt,
    isPreparationLost: again.isPreparationLost === true,
    dueInMs: again.isAtOnce === true ? 0 : at.getTime() - now.getTime(),
    waiting: { reason, code },
  });
  await waitTarget(ctx, target, change, { entries: [platformResponse(reason, code), ...(again.entries ?? [])] });
}

/** Waits that a platform names extend the time until Herald gives up, up to a limit. */
function extendedGiveUp(ctx: Ctx, target: PostTargetRow, retryAfterMs = 0): Date | null {
  const { giveUpAt, claimedAt } = target;
  const { publishMsMax, publishRetryMsMax } = ctx.timing;
  if (giveUpAt === null || claimedAt === null) return giveUpAt;
  const latestMs = claimedAt.getTime() + publishMsMax + publishRetryMsMax;
  return new Date(Math.max(giveUpAt.getTime(), Math.min(giveUpAt.getTime() + retryAfterMs, latestMs)));
}
