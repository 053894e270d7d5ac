import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { videoDurationMs } from '../../core/media/video-duration.ts';
import { assets, findAsset, partRanges, type Asset } from './assets.ts';
import { notFound, refuse, refuseInput } from './errors.ts';
import { limits, scopes } from './limits.ts';
import { processed } from './process-asset.ts';
import { readRecord, readUrn } from './records.ts';
import { jsonBody, restRoute } from './rest-route.ts';

const shape = { video: 'string!', uploadToken: 'string!', uploadedPartIds: 'array!' } as const;
const done: Reply = { status: 200, headers: {}, body: '' };

export const finalizeVideo = restRoute({
  method: 'POST',
  path: '/videos?action=finalizeUpload',
  operation: 'finalizeVideo',
  scope: scopes.publish,
  resource: 'videos.ACTION-finalizeUpload',
  query: {},
  handle: async (call, { person }) => {
    const { finalizeUploadRequest } = readRecord(jsonBody(call), { finalizeUploadRequest: 'object!' });
    const request = readRecord(finalizeUploadRequest, shape, '/finalizeUploadRequest');
    const urn = readUrn(request.video, ['video'], '/finalizeUploadRequest/video');
    const asset = findAsset(call, urn) ?? refuse(notFound(`Video ${urn}`));
    if (asset.ownerId !== person.id) refuse(forbiddenVideo);
    if (asset.readyAt !== undefined) {
      if (isSameUpload(asset, request.uploadedPartIds)) return done;
      refuseInput({ code: 'INVALID_VALUE_FOR_FIELD', description: 'The upload has been finalized with other parts' });
    }
    if (request.uploadToken !== asset.uploadToken) {
      refuseInput({ code: 'INVALID_VALUE_FOR_FIELD', description: 'The upload token is not that of this video' });
    }
    checkParts(asset, request.uploadedPartIds);
    const finalized = await assemble(call, asset);
    call.commit((tx) => {
      if (assets.get(tx, asset.id)?.readyAt === undefined) assets.put(tx, asset.id, finalized);
    });
    return done;
  },
});

export const forbiddenVideo = {
  status: 403,
  message: 'Accessing this video resource is forbidden. Please check your permissions for this resource',
};

function isSameUpload({ parts, sizeBytes = 0 }: Asset, ids: readonly unknown[]): boolean {
  const etags = partRanges(sizeBytes).map((_, index) => parts[String(index)]?.etag);
  return ids.length === etags.length && etags.every((etag, index) => etag !== undefined && etag === ids[index]);
}

function checkParts(asset: Asset, ids: readonly unknown[]): void {
  if (isSameUpload(asset, ids)) return;
  refuseInput({
    code: 'INVALID_VALUE_FOR_FIELD',
    description: 'The uploaded part ids must be the ETags of all parts, in order',
    field: 'finalizeUploadRequest/uploadedPartIds',
  });
}

async function assemble(call: Call, asset: Asset): Promise<Asset> {
  const parts = partRanges(asset.sizeBytes ?? 0).flatMap((_, index) => asset.parts[String(index)]?.sha256 ?? []);
  const failure = await videoFault(call, parts);
  const joined = await call.media.join(parts);
  if (joined === undefined) return processed(call, asset, { file: undefined, failure: 'The video is too large' });
  return processed(call, asset, { file: { type: 'video', ...joined }, failure });
}

/** Accepts videos of unknown duration. */
async function videoFault({ media }: Call, parts: readonly string[]): Promise<string | undefined> {
  let durationMs: number | undefined;
  for (const [index, sha256] of parts.entries()) {
    const bytes = (await media.read(sha256)) ?? new Uint8Array();
    if (index === 0 && mediaTypeOf(bytes) !== 'video/mp4') return 'Unsupported video format';
    durationMs ??= videoDurationMs(bytes);
  }
  const { min, max } = limits.videoMs;
  const isRight = durationMs === undefined || (durationMs >= min && durationMs <= max);
  return isRight ? undefined : 'The length of the video is not supported';
}
