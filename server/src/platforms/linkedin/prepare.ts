import { Type } from 'typebox';
import type { AccountCall, Media, Publish, Step } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { jsonBody, mediaBody, partOf } from '../shared/bodies.ts';
import { networkText, tokenText } from '../shared/network-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { beginUpload } from './begin-upload.ts';
import { callRest, putBytes, type Failure, type Reply } from './client.ts';
import { reasonOf, toStepRefusal } from './errors.ts';
import { noUploads, readHandle, type Asset, type Part, type Uploads } from './handle.ts';

/** A place for each file, its bytes part by part, and for a video the end of it and a look at the work. */
export const prepare: Publish['prepare'] = async (call, { media }, handle) => {
  const uploads = handle === undefined ? noUploads : readHandle(handle);
  const index = uploads.assets.filter(({ isDone }) => isDone).length;
  const item = media[index];
  if (item === undefined) return rest(uploads, media);
  const asset = uploads.assets[index];
  if (asset === undefined) return await begin(call, item, uploads);
  const place = { uploads, index, asset };
  const [part] = asset.parts;
  if (part !== undefined) return await put(call, item, { ...place, part });
  return asset.isFinalized ? await look(call, place) : await finalize(call, place);
};

const restMs = 2000;

/** Images and documents are worked on for a moment, and members' apps cannot ask how far it is. */
function rest(uploads: Uploads, media: readonly Media[]): Step {
  const isReady = uploads.isRested || media.every(({ type }) => type === 'video');
  if (isReady) return { kind: 'ready', handle: uploads };
  return { kind: 'wait', handle: { ...uploads, isRested: true }, afterMs: restMs };
}

type Place = { uploads: Uploads; index: number; asset: Asset };

async function begin(call: AccountCall, media: Media, uploads: Uploads): Promise<Step> {
  const begun = await beginUpload(call, media);
  if (begun.kind !== 'asset') return toStepRefusal(begun);
  return { kind: 'again', handle: { ...uploads, assets: [...uploads.assets, begun.asset], pollCount: 0 } };
}

async function put(call: AccountCall, media: Media, { part, ...place }: Place & { part: Part }): Promise<Step> {
  const isPart = media.type === 'video';
  const piece = partOf(media, part.start, part.end);
  const body = isPart ? { ...mediaBody(piece), contentType: 'application/octet-stream' } : mediaBody(piece);
  const reply = await putBytes(call, { url: part.url, isPart, body, uploadMs: uploadMs(piece.sizeBytes) });
  if (reply.kind !== 'ok') return refusedUpload(reply, place);
  const { asset } = place;
  if (!isPart) return { kind: 'again', handle: withAsset(place, { ...asset, parts: [], isDone: true }) };
  const etag = tokenText(reply.headers['etag']);
  if (etag === undefined) return { kind: 'notDone', reason: 'a part was answered without its mark' };
  const sent = { ...asset, parts: asset.parts.slice(1), etags: [...asset.etags, etag] };
  return { kind: 'again', handle: withAsset(place, sent) };
}

async function finalize(call: AccountCall, place: Place): Promise<Step> {
  const { urn: video, uploadToken, etags: uploadedPartIds } = place.asset;
  const reply = await callRest(call, {
    path: 'videos',
    method: 'POST',
    query: { action: 'finalizeUpload' },
    body: jsonBody({ finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }),
  });
  // Refused it may be because an earlier request had its effect: the status tells.
  const isToBeSeen = reply.kind === 'ok' || isRefused(reply);
  if (!isToBeSeen) return toStepRefusal(reply);
  return { kind: 'again', handle: withAsset(place, { ...place.asset, isFinalized: true }) };
}

const readStatus = answerReader(
  Type.Object({ status: Type.String(), processingFailureReason: Type.Optional(Type.Unknown()) }),
);
const waits = { firstMs: 3000, lastMs: 60_000 };
const unfinishedLooksMax = 6;

async function look(call: AccountCall, place: Place): Promise<Step> {
  const { uploads, asset } = place;
  const reply = await callRest(call, { path: `videos/${encodeURIComponent(asset.urn)}` });
  if (isStatus(reply, 403)) return waitUnseen(place);
  if (reply.kind !== 'ok') return isStatus(reply, 404) ? renewed(place, reasonOf(reply)) : toStepRefusal(reply);
  const answer = readStatus(reply.json);
  if (answer === undefined) return { kind: 'notDone', reason: 'a status that cannot be read' };
  if (answer.status === 'AVAILABLE') return { kind: 'again', handle: withAsset(place, { ...asset, isDone: true }) };
  if (/FAILED$/.test(answer.status)) {
    const message = networkText(answer.processingFailureReason) ?? 'LinkedIn could not process the video';
    return { kind: 'rejected', code: networkText(answer.status, 100) ?? '', message, platformError: message };
  }
  const isStuck = answer.status === 'WAITING_UPLOAD' && uploads.pollCount >= unfinishedLooksMax;
  if (isStuck) return renewed(place, 'LinkedIn waits for bytes that it was sent');
  const afterMs = Math.min(waits.firstMs * 2 ** uploads.pollCount, waits.lastMs);
  return { kind: 'wait', handle: { ...uploads, pollCount: uploads.pollCount + 1 }, afterMs };
}

const unseenMs = 60_000;

/** Some apps may upload a video but not read its status: the video gets a minute, and the post is sent. */
function waitUnseen(place: Place): Step {
  const { uploads, asset } = place;
  if (uploads.pollCount > 0) return { kind: 'again', handle: withAsset(place, { ...asset, isDone: true }) };
  return { kind: 'wait', handle: { ...uploads, pollCount: 1 }, afterMs: unseenMs };
}

function withAsset({ uploads, index }: Place, asset: Asset): Uploads {
  return { ...uploads, assets: uploads.assets.with(index, asset), pollCount: 0 };
}

/** Upload URLs expire after a day and accept a file once: in both cases a new upload is started. */
function refusedUpload(failure: Failure, place: Place): Step {
  return isRefused(failure) || isStatus(failure, 403) ? renewed(place, reasonOf(failure)) : toStepRefusal(failure);
}

const renewalWaitsMs = [5000, 30_000, 120_000];

function renewed({ uploads, index }: Place, reason: string): Step {
  const afterMs = renewalWaitsMs[uploads.renewalCount];
  if (afterMs === undefined) return { kind: 'rejected', code: 'upload', message: reason, platformError: reason };
  const renewalCount = uploads.renewalCount + 1;
  return {
    kind: 'wait',
    handle: { ...uploads, assets: uploads.assets.slice(0, index), pollCount: 0, renewalCount },
    afterMs,
  };
}

/** Of the request itself, not of the account, its rights or its allowance. */
function isRefused(failure: Failure): boolean {
  return failure.kind === 'error' && ![401, 403, 426, 429].includes(failure.fault.status);
}

function isStatus(reply: Reply, status: number): boolean {
  return reply.kind === 'error' && reply.fault.status === status;
}
