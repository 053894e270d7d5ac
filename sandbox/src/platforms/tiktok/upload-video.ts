import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call, Route } from '../../core/platform.ts';
import { Refusal, type Reply } from '../../core/wire/reply.ts';
import { videoDurationMs } from '../../core/media/video-duration.ts';
import { uploadHost, uploadReply } from './errors.ts';
import { finished, keep } from './finish.ts';
import { limits } from './limits.ts';
import { persons } from './persons.ts';
import { publications, uploadedBytes, type Publication } from './publications.ts';

/** Chunks are consecutive; the last one creates the post. The upload URL is the only authorization. */
export const uploadVideo: Route = {
  host: uploadHost,
  methods: ['PUT'],
  path: '/video/',
  operation: 'uploadVideo',
  bodyBytesMax: limits.lastChunkBytesMax,
  handle: async (call) => {
    const publication = findUpload(call);
    const { upload } = publication ?? {};
    if (publication === undefined || upload === undefined) return uploadReply(404);
    if (!isWhole(call, upload.token) || call.clock.now() >= upload.expiresAt) return uploadReply(403);
    const bytes = readChunk(call, publication);
    const chunks = [...upload.chunks, await call.media.keep(bytes)];
    const grown = { ...publication, upload: { ...upload, chunks } };
    const isLast = uploadedBytes(grown) === upload.sizeBytes;
    const next = isLast ? await complete(call, grown) : grown;
    call.commit((tx) => {
      const now = publications.get(tx, publication.publishId);
      if (now?.upload?.chunks.length !== upload.chunks.length) throw new Refusal(outOfRange(publication));
      keep(tx, next);
    });
    const range = { 'content-range': `bytes 0-${uploadedBytes(grown) - 1}/${upload.sizeBytes}` };
    return uploadReply(isLast ? 201 : 206, range);
  },
};

export const findUpload = ({ store, request }: Call): Publication | undefined => {
  const id = request.query.get('upload_id');
  return publications.all(store).find(({ upload }) => upload !== undefined && upload.id === id);
};

/** The upload URL must be exactly the issued one. */
const isWhole = ({ request }: Call, token: string): boolean =>
  request.query.size === 2 && request.query.get('upload_token') === token;

const outOfRange = (publication: Publication): Reply => {
  const last = uploadedBytes(publication) - 1;
  const total = publication.upload?.sizeBytes ?? 0;
  return uploadReply(416, { 'content-range': last < 0 ? `bytes */${total}` : `bytes 0-${last}/${total}` });
};

const types = ['video/mp4', 'video/quicktime', 'video/webm'];

function readChunk(call: Call, publication: Publication): Buffer {
  const { body, headers } = call.request;
  if (body.kind !== 'bytes' || !types.includes(body.type)) throw new Refusal(uploadReply(400));
  const range = String(headers['content-range'] ?? '');
  if (!/^bytes \d+-\d+\/\d+$/.test(range)) throw new Refusal(uploadReply(400));
  const { start, end, sizeBytes } = nextStretch(publication);
  if (start === sizeBytes || range !== `bytes ${start}-${end - 1}/${sizeBytes}`) {
    throw new Refusal(outOfRange(publication));
  }
  if (body.bytes.length !== end - start) throw new Refusal(uploadReply(400));
  return body.bytes;
}

/** The last chunk contains the rest. */
function nextStretch(publication: Publication): { start: number; end: number; sizeBytes: number } {
  const { sizeBytes = 0, chunkBytes = 0, chunkCount = 0, chunks = [] } = publication.upload ?? {};
  const start = uploadedBytes(publication);
  return { start, end: chunks.length === chunkCount - 1 ? sizeBytes : start + chunkBytes, sizeBytes };
}

async function complete(call: Call, publication: Publication): Promise<Publication> {
  const parts = (publication.upload?.chunks ?? []).map(({ sha256 }) => sha256);
  const failReason = await videoFault(call, publication, parts);
  const joined = await call.media.join(parts);
  const files = joined === undefined ? [] : [{ type: 'video' as const, ...joined }];
  return finished(call, publication, { files, failReason: joined === undefined ? 'internal' : failReason });
}

/** Accepts videos of unknown duration. */
async function videoFault(call: Call, { openId }: Publication, parts: readonly string[]): Promise<string | undefined> {
  let durationMs: number | undefined;
  for (const [index, sha256] of parts.entries()) {
    const bytes = (await call.media.read(sha256)) ?? new Uint8Array();
    if (index === 0 && !isVideo(bytes)) return 'file_format_check_failed';
    durationMs ??= videoDurationMs(bytes);
  }
  const maxSeconds = persons.get(call.store, openId)?.maxVideoSeconds ?? limits.videoSeconds;
  return (durationMs ?? 0) > maxSeconds * 1000 ? 'duration_check_failed' : undefined;
}

const webm = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

const isVideo = (bytes: Uint8Array): boolean =>
  ['video/mp4', 'video/quicktime'].includes(mediaTypeOf(bytes) ?? '') || webm.equals(bytes.subarray(0, 4));
