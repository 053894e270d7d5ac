import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';
import { platformOf } from '../../accounts/platform-named.ts';
import { openAccount } from '../../accounts/tokens/open-account.ts';
import type { Ctx } from '../../context.ts';
import { mayBeLive } from '../model/target-state.ts';
import { repeatLookUp } from './look-up-later.ts';
import { failedTarget } from './end-target.ts';
import { dropFollowUps, followUp } from './follow-up.ts';
import { lateMinutes } from './lateness.ts';
import { missPost } from './miss-post.ts';
import { buildPlatformPost } from './build-platform-post.ts';
import type { ClaimedTarget } from './publish-store.ts';
import { retryTarget, type Work } from './refuse-target.ts';
import { sendTarget } from './send-target.ts';
import type { Lease } from '../../background/claim-loop.ts';
import { isTimeUp, type Sending } from './sending.ts';
import { settleDisconnected } from './settle-disconnected.ts';
import { settleTarget } from './settle-target.ts';
import { finishAccepted, recordOutcome } from './record-outcome.ts';

export async function publishTarget(
  ctx: Ctx,
  { target: claimed, post }: { target: ClaimedTarget; post: PostRow },
  lease: Lease,
): Promise<void> {
  const { now, ...target } = claimed;
  const minutes = lateMinutes(post, target, now);
  if (target.stage === 'claimed' && minutes > post.lateMinutesMax) return await missPost(ctx, target, minutes);
  if (isTimeUp({ target, now }) && !mayBeLive(target)) return await failLate(ctx, target);
  if (target.liveAccountId === null) return await settleDisconnected(ctx, post, target);
  const opened = await openAccount(ctx, target.accountId);
  if (opened.kind !== 'open') return await waitForAccount(ctx, { post, target, now }, opened);
  const platform = platformOf(ctx, target.platform);
  const boardId = opened.account.defaultBoardId;
  const { post: platformPost, warnings, fault } = await buildPlatformPost(ctx, post, { platform, target, boardId });
  if (fault !== undefined && target.sentAt === null) return await failedTarget(ctx, target, fault);
  if (lease.isLost()) return;
  const { account, call } = opened;
  const { publish } = platform.adapter;
  await resumeTarget(ctx, { post, target, now, account, call, lease, publish, platformPost, warnings });
}

type UnusableAccount = Exclude<Awaited<ReturnType<typeof openAccount>>, { kind: 'open' }>;

async function waitForAccount(
  ctx: Ctx,
  { post, target, now }: Omit<Work, 'account'>,
  closed: UnusableAccount,
): Promise<void> {
  const { status } = closed.account;
  if (target.status === 'published') return await dropFollowUps(ctx, target, `The account is ${status}`);
  // A target that may be live cannot fail for this; it is looked up later.
  if (target.sentAt !== null) return await repeatLookUp(ctx, target, `The account is ${status}`);
  const message = `The account is ${status}: connect it again`;
  if (closed.kind === 'disconnected') return await failedTarget(ctx, target, { code: 'connectionDead', message });
  const reason = 'The token could not be refreshed';
  await retryTarget(ctx, { post, target, now }, { code: 'connectionDead', reason });
}

async function failLate(ctx: Ctx, target: PostTargetRow): Promise<void> {
  const { code, reason } = target.waiting ?? { code: 'platformUnavailable', reason: 'The post could not be published' };
  await failedTarget(ctx, target, { code, message: `${reason}. Herald has stopped trying.` });
}

async function resumeTarget(ctx: Ctx, sending: Sending): Promise<void> {
  const { target, publish, call, platformPost } = sending;
  switch (target.stage) {
    case 'sending':
    case 'reconciling':
      return await settleTarget(ctx, sending);
    case 'polling':
      if (publish.poll === undefined || target.publishState === null)
        throw new Error('the target has no publish state to poll');
      return await recordOutcome(ctx, sending, await publish.poll(call, platformPost, target.publishState));
    case 'accepted':
      return await finishAccepted(ctx, sending);
    case null:
      return await followUp(ctx, { ...sending, publishedId: target.platformPostId ?? '' });
    case 'claimed':
    case 'preparing':
      return await sendTarget(ctx, sending);
  }
}
