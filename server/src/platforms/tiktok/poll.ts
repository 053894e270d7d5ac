import type { CallAccount, Outcome, Post, Publish } from '../adapter.ts';
import { toFailedRefusal, toStepRefusal } from './errors.ts';
import { publicLevel, readHandle, type Progress } from './handle.ts';
import { isVideoPost } from './options.ts';
import { readStatus, type PublishStatus } from './status.ts';

const waits = { firstMs: 5000, lastMs: 60_000, idMs: 20_000 };
/** A public post gets its id within a minute or so; some only after hours. */
const idPollsMax = 6;
/** After so much trouble it is not known whether it is out. */
const troublesMax = 10;
const complete = 'PUBLISH_COMPLETE';

export const poll: NonNullable<Publish['poll']> = async (call, post, handle) => {
  const progress = readHandle(handle);
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

type Place = { progress: Progress; post: Post; account: CallAccount; waitsForId: boolean };

/** Undefined while it is worked on. */
export function outcomeOf(status: PublishStatus, place: Place): Outcome | undefined {
  const { creator, publishId } = place.progress;
  const id = publishId ?? '';
  switch (status.status) {
    case complete: {
      if (status.postId !== undefined)
        return { kind: 'published', id: status.postId, ...address(place, status.postId) };
      // Only public posts ever get an id that we are told.
      const isIdToCome = creator.privacy === publicLevel && place.waitsForId;
      const warnings = ['TikTok has not named the post: only public posts have an address'];
      return isIdToCome ? undefined : { kind: 'published', id, warnings, ...address(place) };
    }
    case 'SEND_TO_USER_INBOX':
      return { kind: 'published', id, warnings: ['It waits as a draft in the inbox of the creator'] };
    case 'FAILED':
      return toFailedRefusal(status.failReason);
    default:
      return undefined;
  }
}

function later(progress: Progress): Outcome {
  const pollAfterMs = Math.min(waits.firstMs * 2 ** progress.pollCount, waits.lastMs);
  return { kind: 'pending', handle: { ...progress, pollCount: progress.pollCount + 1 }, pollAfterMs };
}

function laterForId(progress: Progress): Outcome {
  const { pollCount, idPollCount } = progress;
  const handle = { ...progress, pollCount: pollCount + 1, idPollCount: idPollCount + 1 };
  return { kind: 'pending', handle, pollAfterMs: waits.idMs };
}

/** Of the profile where the post has none. */
function address({ progress, post, account }: Place, postId?: string): { url?: string } {
  const { handle } = account.state;
  const name = typeof handle === 'string' && handle !== '' ? handle : progress.creator.profile;
  if (name === null) return {};
  const profile = `https://www.tiktok.com/@${encodeURIComponent(name)}`;
  return { url: postId === undefined ? profile : `${profile}/${isVideoPost(post) ? 'video' : 'photo'}/${postId}` };
}
