import { Type } from 'typebox';
import type { Media, Post, Publish, Refusal, Step } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { callAsAccount, GraphId, createObject } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import type { FacebookAccountCall, FacebookCall } from './call.ts';
import { meaningOfError, toStepRefusal } from './errors.ts';
import { noParts, polledAgain, pollWaitMs, readPublishState, type Parts } from './publish-state.ts';
import { scopes } from './scopes.ts';
import { uploadReel } from './upload-reel.ts';
import { readVideo, rejected } from './video-status.ts';

/** Uploads a reel up to the step that publishes it. */
export const prepare: Publish<FacebookCall>['prepare'] = async (call, post, publishState) => {
  const parts = publishState === undefined ? noParts(post) : readPublishState(publishState);
  switch (parts.kind) {
    case 'text':
    case 'video':
      return { kind: 'ready', publishState: parts };
    case 'photos':
      return await uploadPhoto(call, post, parts);
    case 'reel':
      return await prepareReel(call, post, parts);
  }
};

/** Repeatable: Facebook discards photos that no post uses. */
async function uploadPhoto(call: FacebookAccountCall, post: Post, parts: Parts): Promise<Step> {
  const index = parts.photos.indexOf(null);
  if (index < 0) return { kind: 'ready', publishState: parts };
  const form = { url: mediaAt(post, index).url, published: 'false' };
  const created = await createObject(call, `${call.account.providerAccountId}/photos`, form);
  if (created.kind !== 'created') return toStepRefusal(created, scopes.publish);
  return { kind: 'again', publishState: { ...parts, photos: parts.photos.with(index, created.id) } };
}

async function prepareReel(call: FacebookAccountCall, post: Post, parts: Parts): Promise<Step> {
  if (parts.video === null) return await beginReel(call, parts);
  if (parts.isUploaded) return await followReel(call, parts, parts.video);
  const refusal = await uploadReel(call, parts.video, mediaAt(post, 0));
  if (refusal === undefined) return { kind: 'again', publishState: { ...parts, isUploaded: true } };
  return refusal.kind === 'rejected' ? await confirmUpload(call, parts, { id: parts.video, refusal }) : refusal;
}

/** Facebook refuses a file that it already has, so an upload with a lost response may have succeeded. */
async function confirmUpload(
  call: FacebookAccountCall,
  parts: Parts,
  { id, refusal }: { id: string; refusal: Refusal },
): Promise<Step> {
  const status = await readVideo(call, id);
  if (status.kind !== 'status') return toStepRefusal(status, scopes.publish);
  return status.stage === 'uploading' ? refusal : { kind: 'again', publishState: { ...parts, isUploaded: true } };
}

const readBegun = responseReader(Type.Object({ video_id: GraphId }));

async function beginReel(call: FacebookAccountCall, parts: Parts): Promise<Step> {
  const path = `${call.account.providerAccountId}/video_reels`;
  const reply = await callAsAccount(call, path, { form: { upload_phase: 'start' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply, scopes.publish);
  const begun = readBegun(reply.json);
  if (begun === undefined) return { kind: 'notDone', reason: 'the response has no video ID' };
  return { kind: 'again', publishState: { ...parts, video: String(begun.video_id), isUploaded: false, pollCount: 0 } };
}

/** Facebook may start processing only on publishing: stop waiting after this many polls. */
const idlePollsMax = 3;

async function followReel(call: FacebookAccountCall, parts: Parts, id: string): Promise<Step> {
  const status = await readVideo(call, id);
  if (status.kind !== 'status') {
    return isMissing(status) ? renew(parts, 'the video no longer exists') : toStepRefusal(status, scopes.publish);
  }
  switch (status.stage) {
    case 'processed':
      return { kind: 'ready', publishState: parts };
    case 'published':
      return { kind: 'ready', publishState: { ...parts, isPublished: true } };
    case 'waiting':
      return parts.pollCount >= idlePollsMax ? { kind: 'ready', publishState: parts } : waitFor(parts);
    case 'uploading':
    case 'processing':
      return waitFor(parts);
    case 'expired':
      return renew(parts, status.reason);
    case 'failed':
      return rejected(status.reason);
  }
}

function mediaAt({ media }: Post, index: number): Media {
  const item = media[index];
  if (item === undefined) throw new Error('the media of the post changed during publishing');
  return item;
}

function waitFor(parts: Parts): Step {
  return { kind: 'wait', publishState: polledAgain(parts), afterMs: pollWaitMs(parts) };
}

const renewalWaitsMs = [10_000, 60_000, 300_000];

function renew(parts: Parts, reason: string): Step {
  const { renewalCount } = parts;
  const afterMs = renewalWaitsMs[renewalCount];
  if (afterMs === undefined) return rejected(reason);
  const without = { ...parts, video: null, isUploaded: false, pollCount: 0 };
  return { kind: 'wait', publishState: { ...without, renewalCount: renewalCount + 1 }, afterMs };
}

function isMissing(failure: GraphFailure): boolean {
  return failure.kind === 'error' && meaningOfError(failure.error) === 'missing';
}
