import type { AccountCall, Media, Post, Publish, Step } from '../adapter.ts';
import { chooseForCreator, draftChoice } from './creator.ts';
import { forDraft, throttled, toFailedRefusal, toStepRefusal, uploadExpired } from './errors.ts';
import { firstHandle, isStale, readHandle, type Progress } from './handle.ts';
import { isDraft, isVideoPost } from './options.ts';
import { readStatus } from './status.ts';
import { lastStart, openUpload, partsOf, putPart } from './upload.ts';

/** What the creator may do; of videos then all parts but the last, which publishes. */
export const prepare: Publish['prepare'] = async (call, post, handle) => {
  if (handle === undefined && !isDraft(post)) {
    const choice = await chooseForCreator(call, post);
    return 'kind' in choice ? choice : { kind: 'again', handle: firstHandle(choice) };
  }
  const progress = handle === undefined ? firstHandle(draftChoice) : readHandle(handle);
  const [video] = post.media;
  if (video === undefined || !isVideoPost(post)) return { kind: 'ready', handle: progress };
  if (progress.publishId === null) return await open(call, post, progress);
  const isComplete = progress.offset >= lastStart(video.sizeBytes);
  if (progress.isDoubtful || isComplete || isStale(progress, call.clock.now()))
    return await look(call, video, progress);
  return await put(call, video, progress);
};

async function open(call: AccountCall, post: Post, progress: Progress): Promise<Step> {
  const opened = await openUpload(call, post, progress);
  if (opened.kind !== 'opened') {
    const refusal = toStepRefusal(opened);
    return progress.creator.privacy === null ? forDraft(refusal) : refusal;
  }
  const { publishId, uploadUrl } = opened;
  const openedAt = call.clock.now().getTime();
  return { kind: 'again', handle: { ...progress, publishId, uploadUrl, openedAt, offset: 0, isDoubtful: false } };
}

async function put(call: AccountCall, video: Media, progress: Progress): Promise<Step> {
  const answer = await putPart(call, video, progress);
  switch (answer.kind) {
    case 'more': {
      const end = Math.min(progress.offset + partsOf(video.sizeBytes).chunkSize, lastStart(video.sizeBytes));
      return { kind: 'again', handle: { ...progress, offset: end } };
    }
    case 'gone':
      return uploadExpired;
    case 'busy':
      return throttled;
    case 'whole':
    case 'lost':
      return { kind: 'again', handle: { ...progress, isDoubtful: true } };
    case 'notSent':
      return { kind: 'notDone', reason: answer.reason };
  }
}

/** TikTok says itself how much it has, and whether it is published already. */
async function look(call: AccountCall, video: Media, progress: Progress): Promise<Step> {
  const status = await readStatus(call, progress.publishId ?? '');
  if (status.kind !== 'status') return toStepRefusal(status);
  if (status.status === 'FAILED') return toFailedRefusal(status.failReason);
  const isWhole = status.status !== 'PROCESSING_UPLOAD' || status.uploadedBytes >= video.sizeBytes;
  if (isWhole) return { kind: 'ready', handle: { ...progress, isSent: true, isDoubtful: false } };
  if (isStale(progress, call.clock.now())) return uploadExpired;
  const handle = { ...progress, offset: status.uploadedBytes, isDoubtful: false };
  return { kind: status.uploadedBytes >= lastStart(video.sizeBytes) ? 'ready' : 'again', handle };
}
