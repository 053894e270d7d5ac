import type { CallAccount, Outcome, Post, Publish } from '../adapter.ts';
import type { TiktokCall } from './call.ts';
import { toFailedRefusal, toStepRefusal } from './errors.ts';
import { publicLevel, readPublishState, type Progress } from './publish-state.ts';
import { isVideoPost } from './options.ts';
import { readStatus, type PublishStatus } from './status.ts';

const waits = { firstMs: 5000, lastMs: 60_000, idMs: 20_000 };
/** Most public posts get their ID within a minute, some only after hours. */
const idPollsMax = 6;
/** Failed polls in a row before the outcome is unknown. */
const troublesMax = 10;
const complete = 'PUBLISH_COMPLETE';

export const poll: NonNullable<Publish<TiktokCall>['poll']> = async (call, post, publishState) => {
  const progress = readPublishState(publishState);
  const status = await readStatus(call, progress.publishId ?? '');
  if (status.kind !== 'status') {
    const refusal = toStepRefusal(status);
    if (refusal.kind === 'disconnected') return refusal;
    const troubleCount = progress.troubleCount + 1;
    if (troubleCount < troublesMax) return later({ ...progress, troubleCount });
    return { kind: 'unknown', reason: status.kind === 'error' ? status.error.message : status.reason };
  }
  const waitsForId = progress.idPollCount < idPollsMax;
  const outcome = outcomeOf(status, { progress, post, account: call.account, waitsForId });
  const calm = { ...progress, troubleCount: 0 };
  return outcome ?? (status.status === complete ? laterForId(calm) : later(calm));
};

type StatusContext = { progress: Progress; post: Post; account: CallAccount; waitsForId: boolean };

/** Undefined while TikTok is still processing. */
export function outcomeOf(status: PublishStatus, context: StatusContext): Outcome | undefined {
  const { creator, publishId } = context.progress;
  const id = publishId ?? '';
  switch (status.status) {
    case complete: {
      if (status.postId !== undefined)
        return { kind: 'published', id: status.postId, ...urlOf(context, status.postId) };
      // TikTok reveals the ID of public posts only.
      const isIdPending = creator.privacy === publicLevel && context.waitsForId;
      const warnings = ['TikTok returned no post ID: only public posts have a permalink'];
      return isIdPending ? undefined : { kind: 'published', id, warnings, ...urlOf(context) };
    }
    case 'SEND_TO_USER_INBOX':
      return { kind: 'published', id, warnings: ['The post is a draft in the inbox of the creator'] };
    case 'FAILED':
      return toFailedRefusal(status.failReason);
    default:
      return undefined;
  }
}

function later(progress: Progress): Outcome {
  const pollAfterMs = Math.min(waits.firstMs * 2 ** progress.pollCount, waits.lastMs);
  return { kind: 'pending', publishState: { ...progress, pollCount: progress.pollCount + 1 }, pollAfterMs };
}

function laterForId(progress: Progress): Outcome {
  const { pollCount, idPollCount } = progress;
  const publishState = { ...progress, pollCount: pollCount + 1, idPollCount: idPollCount + 1 };
  return { kind: 'pending', publishState, pollAfterMs: waits.idMs };
}

function urlOf({ progress, post, account }: StatusContext, postId?: string): { url?: string } {
  const { handle } = account.state;
  const name = typeof handle === 'string' && handle !== '' ? handle : progress.creator.profile;
  if (name === null) return {};
  const profile = `https://www.tiktok.com/@${encodeURIComponent(name)}`;
  return { url: postId === undefined ? profile : `${profile}/${isVideoPost(post) ? 'video' : 'photo'}/${postId}` };
}
