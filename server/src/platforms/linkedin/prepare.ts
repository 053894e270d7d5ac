import { Type } from 'typebox';
import type { Media, Publish, Step } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody, mediaBody, partOf } from '../shared/bodies.ts';
import { platformText, tokenText } from '../shared/platform-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { LinkedinAccountCall, LinkedinCall } from './call.ts';
import { beginUpload } from './begin-upload.ts';
import { callRest, putBytes, type LinkedinFailure, type LinkedinReply } from './client.ts';
import { reasonOf, toStepRefusal } from './errors.ts';
import { noUploads, readPublishState, type Asset, type Part, type Uploads } from './publish-state.ts';

export const prepare: Publish<LinkedinCall>['prepare'] = async (call, { media }, publishState) => {
  const uploads = publishState === undefined ? noUploads : readPublishState(publishState);
  const index = uploads.assets.filter(({ isDone }) => isDone).length;
  const item = media[index];
  if (item === undefined) return waitForProcessing(uploads, media);
  const asset = uploads.assets[index];
  if (asset === undefined) return await begin(call, item, uploads);
  const context = { uploads, index, asset };
  const [part] = asset.parts;
  if (part !== undefined) return await put(call, item, { ...context, part });
  return asset.isFinalized ? await checkStatus(call, context) : await finalize(call, context);
};

const processingMs = 2000;

/** Images and documents need time to process, but members' apps cannot poll them. */
function waitForProcessing(uploads: Uploads, media: readonly Media[]): Step {
  const isReady = uploads.isRested || media.every(({ type }) => type === 'video');
  if (isReady) return { kind: 'ready', publishState: uploads };
  return { kind: 'wait', publishState: { ...uploads, isRested: true }, afterMs: processingMs };
}

type AssetContext = { uploads: Uploads; index: number; asset: Asset };

async function begin(call: LinkedinAccountCall, media: Media, uploads: Uploads): Promise<Step> {
  const begun = await beginUpload(call, media);
  if (begun.kind !== 'asset') return toStepRefusal(begun);
  return { kind: 'again', publishState: { ...uploads, assets: [...uploads.assets, begun.asset], pollCount: 0 } };
}

async function put(
  call: LinkedinAccountCall,
  media: Media,
  { part, ...context }: AssetContext & { part: Part },
): Promise<Step> {
  const isPart = media.type === 'video';
  const piece = partOf(media, part.start, part.end);
  const body = isPart ? { ...mediaBody(piece), contentType: 'application/octet-stream' } : mediaBody(piece);
  const reply = await putBytes(call, { url: part.url, isPart, body, uploadMs: uploadMs(piece.sizeBytes) });
  if (reply.kind !== 'ok') return refusedUpload(reply, context);
  const { asset } = context;
  if (!isPart) return { kind: 'again', publishState: withAsset(context, { ...asset, parts: [], isDone: true }) };
  const etag = tokenText(reply.headers['etag']);
  if (etag === undefined) return { kind: 'notDone', reason: 'the response to an uploaded part has no ETag' };
  const sent = { ...asset, parts: asset.parts.slice(1), etags: [...asset.etags, etag] };
  return { kind: 'again', publishState: withAsset(context, sent) };
}

async function finalize(call: LinkedinAccountCall, context: AssetContext): Promise<Step> {
  const { urn: video, uploadToken, etags: uploadedPartIds } = context.asset;
  const reply = await callRest(call, {
    path: 'videos',
    method: 'POST',
    query: { action: 'finalizeUpload' },
    body: jsonBody({ finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }),
  });
  // A refusal may mean that an earlier request took effect; the status decides.
  const isSettledByStatus = reply.kind === 'ok' || isRefused(reply);
  if (!isSettledByStatus) return toStepRefusal(reply);
  return { kind: 'again', publishState: withAsset(context, { ...context.asset, isFinalized: true }) };
}

const readStatus = responseReader(
  Type.Object({ status: Type.String(), processingFailureReason: Type.Optional(Type.Unknown()) }),
);
const waits = { firstMs: 3000, lastMs: 60_000 };
const unfinishedLooksMax = 6;

async function checkStatus(call: LinkedinAccountCall, context: AssetContext): Promise<Step> {
  const { uploads, asset } = context;
  const reply = await callRest(call, { path: `videos/${encodeURIComponent(asset.urn)}` });
  if (isStatus(reply, 403)) return waitWithoutStatus(context);
  if (reply.kind !== 'ok') return isStatus(reply, 404) ? restartUpload(context, reasonOf(reply)) : toStepRefusal(reply);
  const body = readStatus(reply.json);
  if (body === undefined) return { kind: 'notDone', reason: 'the status could not be parsed' };
  if (body.status === 'AVAILABLE')
    return { kind: 'again', publishState: withAsset(context, { ...asset, isDone: true }) };
  if (/FAILED$/.test(body.status)) {
    const message = platformText(body.processingFailureReason) ?? 'LinkedIn could not process the video';
    return { kind: 'rejected', code: platformText(body.status, 100) ?? '', message, platformError: message };
  }
  const isStuck = body.status === 'WAITING_UPLOAD' && uploads.pollCount >= unfinishedLooksMax;
  if (isStuck) return restartUpload(context, 'LinkedIn still waits for bytes that were already sent');
  const afterMs = Math.min(waits.firstMs * 2 ** uploads.pollCount, waits.lastMs);
  return { kind: 'wait', publishState: { ...uploads, pollCount: uploads.pollCount + 1 }, afterMs };
}

const withoutStatusMs = 60_000;

/** Some apps may upload a video but not read its status, so the post is sent after a minute. */
function waitWithoutStatus(context: AssetContext): Step {
  const { uploads, asset } = context;
  if (uploads.pollCount > 0) return { kind: 'again', publishState: withAsset(context, { ...asset, isDone: true }) };
  return { kind: 'wait', publishState: { ...uploads, pollCount: 1 }, afterMs: withoutStatusMs };
}

function withAsset({ uploads, index }: AssetContext, asset: Asset): Uploads {
  return { ...uploads, assets: uploads.assets.with(index, asset), pollCount: 0 };
}

/** Upload URLs expire after a day and accept a file once: either way a new upload starts. */
function refusedUpload(failure: LinkedinFailure, context: AssetContext): Step {
  return isRefused(failure) || isStatus(failure, 403)
    ? restartUpload(context, reasonOf(failure))
    : toStepRefusal(failure);
}

const renewalWaitsMs = [5000, 30_000, 120_000];

function restartUpload({ uploads, index }: AssetContext, reason: string): Step {
  const afterMs = renewalWaitsMs[uploads.renewalCount];
  if (afterMs === undefined) return { kind: 'rejected', code: 'upload', message: reason, platformError: reason };
  const renewalCount = uploads.renewalCount + 1;
  return {
    kind: 'wait',
    publishState: { ...uploads, assets: uploads.assets.slice(0, index), pollCount: 0, renewalCount },
    afterMs,
  };
}

/** False if the account, its scopes or its quota are refused. */
function isRefused(failure: LinkedinFailure): boolean {
  return failure.kind === 'error' && ![401, 403, 426, 429].includes(failure.error.status);
}

function isStatus(reply: LinkedinReply, status: number): boolean {
  return reply.kind === 'error' && reply.error.status === status;
}
