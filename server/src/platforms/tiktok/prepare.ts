import type { Media, Post, Publish, Step } from '../adapter.ts';
import type { TiktokAccountCall, TiktokCall } from './call.ts';
import { chooseForCreator, draftChoice } from './creator.ts';
import { forDraft, throttled, toFailedRefusal, toStepRefusal, uploadExpired } from './errors.ts';
import { firstState, isStale, readPublishState, type Progress } from './publish-state.ts';
import { isDraft, isVideoPost } from './options.ts';
import { readStatus } from './status.ts';
import { lastStart, openUpload, partsOf, putPart } from './upload.ts';

export const prepare: Publish<TiktokCall>['prepare'] = async (call, post, publishState) => {
  if (publishState === undefined && !isDraft(post)) {
    const choice = await chooseForCreator(call, post);
    return 'kind' in choice ? choice : { kind: 'again', publishState: firstState(choice) };
  }
  const progress = publishState === undefined ? firstState(draftChoice) : readPublishState(publishState);
  const [video] = post.media;
  if (video === undefined || !isVideoPost(post)) return { kind: 'ready', publishState: progress };
  if (progress.publishId === null) return await open(call, post, progress);
  const isComplete = progress.offset >= lastStart(video.sizeBytes);
  if (progress.isDoubtful || isComplete || isStale(progress, call.clock.now()))
    return await checkStatus(call, video, progress);
  return await put(call, video, progress);
};

async function open(call: TiktokAccountCall, post: Post, progress: Progress): Promise<Step> {
  const opened = await openUpload(call, post, progress);
  if (opened.kind !== 'opened') {
    const refusal = toStepRefusal(opened);
    return progress.creator.privacy === null ? forDraft(refusal) : refusal;
  }
  const { publishId, uploadUrl } = opened;
  const openedAt = call.clock.now().getTime();
  return { kind: 'again', publishState: { ...progress, publishId, uploadUrl, openedAt, offset: 0, isDoubtful: false } };
}

async function put(call: TiktokAccountCall, video: Media, progress: Progress): Promise<Step> {
  const result = await putPart(call, video, progress);
  switch (result.kind) {
    case 'more': {
      const end = Math.min(progress.offset + partsOf(video.sizeBytes).chunkSize, lastStart(video.sizeBytes));
      return { kind: 'again', publishState: { ...progress, offset: end } };
    }
    case 'expired':
      return uploadExpired;
    case 'rateLimited':
      return throttled;
    case 'complete':
    case 'lost':
      return { kind: 'again', publishState: { ...progress, isDoubtful: true } };
    case 'notSent':
      return { kind: 'notDone', reason: result.reason };
  }
}

async function checkStatus(call: TiktokAccountCall, video: Media, progress: Progress): Promise<Step> {
  const status = await readStatus(call, progress.publishId ?? '');
  if (status.kind !== 'status') return toStepRefusal(status);
  if (status.status === 'FAILED') return toFailedRefusal(status.failReason);
  const isUploaded = status.status !== 'PROCESSING_UPLOAD' || status.uploadedBytes >= video.sizeBytes;
  if (isUploaded) return { kind: 'ready', publishState: { ...progress, isSent: true, isDoubtful: false } };
  if (isStale(progress, call.clock.now())) return uploadExpired;
  const publishState = { ...progress, offset: status.uploadedBytes, isDoubtful: false };
  return { kind: status.uploadedBytes >= lastStart(video.sizeBytes) ? 'ready' : 'again', publishState };
}
