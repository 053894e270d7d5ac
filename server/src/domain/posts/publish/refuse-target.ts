import type { PostRow, PostTargetRow, TargetErrorCode } from '../../../db/post-rows.ts';
import type { Refusal } from '../../../platforms/adapter.ts';
import type { StoredAccount } from '../../accounts/account.ts';
import { markAccount } from '../../accounts/mark-account.ts';
import { markDisconnected } from '../../accounts/mark-disconnected.ts';
import { moveAccount } from '../../accounts/move-account.ts';
import { refreshToken } from '../../accounts/refresh-token.ts';
import type { Ctx } from '../../context.ts';
import type { TimelineEntry } from '../timeline-store.ts';
import { failedTarget } from './end-target.ts';
import { latestAttempt } from './lateness.ts';
import { retryAt } from './retry-wait.ts';
import { waitTarget } from './wait-target.ts';

export type Work = {
  post: PostRow;
  target: PostTargetRow;
  account: StoredAccount;
  /** By the database's clock, when the target was claimed. */
  now: Date;
};

/** What certainly had no effect: tried again where that may help, else the end. */
export async function refuseTarget(ctx: Ctx, work: Work, refusal: Refusal): Promise<void> {
  const { target, account } = work;
  switch (refusal.kind) {
    case 'rejected':
      return await failedTarget(ctx, target, {
        code: 'platformRejected',
        message: refusal.message,
        entries: [answered(refusal.platformError, refusal.code)],
      });
    case 'appProblem':
      ctx.log.error(
        { platform: target.platform, code: refusal.code, platformError: refusal.platformError },
        'a platform refuses the app',
      );
      return await failedTarget(ctx, target, {
        code: 'platformAppProblem',
        message: refusal.message,
        entries: [answered(refusal.platformError, refusal.code)],
      });
    case 'preparationLost':
      return await tryAgain(ctx, work, {
        code: 'platformUnavailable',
        reason: refusal.reason,
        isPreparationLost: true,
      });
    case 'notDone':
      if (refusal.movedTo !== undefined) await moveAccount(ctx, account, refusal.movedTo);
      return await tryAgain(ctx, work, { code: 'platformUnavailable', reason: refusal.reason });
    case 'rateLimited':
      return await tryAgain(ctx, work, {
        code: 'rateLimited',
        reason: 'The platform asks to slow down',
        askedMs: refusal.retryAfterMs,
      });
    case 'scopeMissing':
      await markAccount(ctx, {
        account,
        fault: 'scopeMissing',
        reason: 'The platform says that a permission is missing',
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

/** A token that merely expired is refreshed, and the next attempt finds the new one. */
async function reconnect(ctx: Ctx, work: Work, refusal: Extract<Refusal, { kind: 'disconnected' }>): Promise<void> {
  const { account, target } = work;
  if (refusal.cause === 'tokenExpired' && account.is_token_refreshable) {
    await refreshToken(ctx, account);
    const entries = [{ kind: 'tokenRefreshed', summary: 'The token had expired and was refreshed' } as const];
    return await tryAgain(ctx, work, {
      code: 'connectionDead',
      reason: 'The token had expired',
      isAtOnce: true,
      entries,
    });
  }
  await markDisconnected(ctx, account, refusal);
  await failedTarget(ctx, target, { code: 'connectionDead', message: 'The account must be connected again' });
}

/** What a network said, as far as adapters let it through. */
function answered(message: string, code: string) {
  return { kind: 'platformAnswer', summary: message, detail: { code, message } } as const;
}

type Again = {
  code: TargetErrorCode;
  reason: string;
  askedMs?: number | undefined;
  isAtOnce?: boolean;
  isPreparationLost?: boolean;
  entries?: readonly Pick<TimelineEntry, 'kind' | 'summary'>[];
};

export async function tryAgain(ctx: Ctx, { post, target, now }: Omit<Work, 'account'>, again: Again): Promise<void> {
  const { publishRetryMs: waitsMs, publishRetryMsMax: waitMsMax } = ctx.timing;
  const attemptCount = target.attempt_count + 1;
  const failed = { attemptCount, now, latest: latestAttempt(post), askedMs: again.askedMs };
  const at = retryAt(failed, { waitsMs, waitMsMax });
  const { code, reason } = again;
  if (at === undefined) {
    const message =
      attemptCount > waitsMs.length ? `${reason}, ${attemptCount} times` : `${reason}, and it is too late`;
    return await failedTarget(ctx, target, { code, message, entries: [answered(reason, code)] });
  }
  await waitTarget(ctx, target, {
    // What the network has accepted is only asked about again; everything else begins anew.
    changes:
      target.stage === 'polling' && again.isPreparationLost !== true
        ? { attempt_count: attemptCount }
        : {
            ...{ stage: 'preparing', attempt_count: attemptCount, sent_at: null },
            ...(again.isPreparationLost === true ? { handle: null, handle_at: null } : {}),
          },
    dueInMs: again.isAtOnce === true ? 0 : at.getTime() - now.getTime(),
    reason,
    entries: [answered(reason, code), ...(again.entries ?? [])],
  });
}
