import { Type } from 'typebox';
import type { AccountCall, Media, Post, Publish, Refusal, Step } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callAsAccount, GraphId, make } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { meaningOfError, toStepRefusal } from './errors.ts';
import { noParts, polledAgain, pollWaitMs, readHandle, type Parts } from './handle.ts';
import { scopes } from './scopes.ts';
import { uploadReel } from './upload-reel.ts';
import { readVideo, rejected } from './video-status.ts';

/** Photos one by one, or a reel up to where it only remains to be published; text and other videos need nothing. */
export const prepare: Publish['prepare'] = async (call, post, handle) => {
  const parts = handle === undefined ? noParts(post) : readHandle(handle);
  switch (parts.kind) {
    case 'text':
    case 'video':
      return { kind: 'ready', handle: parts };
    case 'photos':
      return await takePhoto(call, post, parts);
    case 'reel':
      return await takeReel(call, post, parts);
  }
};

/** Unpublished, nobody sees it, and what no post takes up is thrown away: it may be made again. */
async function takePhoto(call: AccountCall, post: Post, parts: Parts): Promise<Step> {
  const index = parts.photos.indexOf(null);
  if (index < 0) return { kind: 'ready', handle: parts };
  const form = { url: mediaAt(post, index).url, published: 'false' };
  const made = await make(call, `${call.account.providerAccountId}/photos`, form);
  if (made.kind !== 'made') return toStepRefusal(made, scopes.publish);
  return { kind: 'again', handle: { ...parts, photos: parts.photos.with(index, made.id) } };
}

async function takeReel(call: AccountCall, post: Post, parts: Parts): Promise<Step> {
  if (parts.video === null) return await beginReel(call, parts);
  if (parts.isUploaded) return await followReel(call, parts, parts.video);
  const refusal = await uploadReel(call, parts.video, mediaAt(post, 0));
  if (refusal === undefined) return { kind: 'again', handle: { ...parts, isUploaded: true } };
  return refusal.kind === 'rejected' ? await doubt(call, parts, { id: parts.video, refusal }) : refusal;
}

/** Facebook refuses what it has already, and an earlier answer may have been lost. */
async function doubt(
  call: AccountCall,
  parts: Parts,
  { id, refusal }: { id: string; refusal: Refusal },
): Promise<Step> {
  const status = await readVideo(call, id);
  if (status.kind !== 'status') return toStepRefusal(status, scopes.publish);
  return status.stage === 'uploading' ? refusal : { kind: 'again', handle: { ...parts, isUploaded: true } };
}

const readBegun = answerReader(Type.Object({ video_id: GraphId }));

async function beginReel(call: AccountCall, parts: Parts): Promise<Step> {
  const path = `${call.account.providerAccountId}/video_reels`;
  const reply = await callAsAccount(call, path, { form: { upload_phase: 'start' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply, scopes.publish);
  const begun = readBegun(reply.json);
  if (begun === undefined) return { kind: 'notDone', reason: 'the answer names no video' };
  return { kind: 'again', handle: { ...parts, video: String(begun.video_id), isUploaded: false, pollCount: 0 } };
}

/** Where processing begins with publishing, there is no use in waiting for it. */
const idlePollsMax = 3;

async function followReel(call: AccountCall, parts: Parts, id: string): Promise<Step> {
  const status = await readVideo(call, id);
  if (status.kind !== 'status') {
    return isMissing(status) ? renew(parts, 'the video is gone') : toStepRefusal(status, scopes.publish);
  }
  switch (status.stage) {
    case 'processed':
      return { kind: 'ready', handle: parts };
    case 'published':
      return { kind: 'ready', handle: { ...parts, isPublished: true } };
    case 'waiting':
      return parts.pollCount >= idlePollsMax ? { kind: 'ready', handle: parts } : waitFor(parts);
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
  const found = media[index];
  if (found === undefined) throw new Error('the media of a post changed while it was published');
  return found;
}

function waitFor(parts: Parts): Step {
  return { kind: 'wait', handle: polledAgain(parts), afterMs: pollWaitMs(parts) };
}

const renewalWaitsMs = [10_000, 60_000, 300_000];

function renew(parts: Parts, reason: string): Step {
  const { renewalCount } = parts;
  const afterMs = renewalWaitsMs[renewalCount];
  if (afterMs === undefined) return rejected(reason);
  const without = { ...parts, video: null, isUploaded: false, pollCount: 0 };
  return { kind: 'wait', handle: { ...without, renewalCount: renewalCount + 1 }, afterMs };
}

function isMissing(failure: GraphFailure): boolean {
  return failure.kind === 'error' && meaningOfError(failure.error) === 'missing';
}
