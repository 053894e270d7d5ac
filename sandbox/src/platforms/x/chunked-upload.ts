import { imageSizeOf } from '../../core/media/image-size.ts';
import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import { checkParameters, rawParameters } from '../../core/wire/parameters.ts';
import { json } from '../../core/wire/reply.ts';
import { videoDurationMs } from '../../core/media/video-duration.ts';
import { apiRoute, jsonBody, readBody, readId } from './api-route.ts';
import { refuseRequest } from './errors.ts';
import { limits, scopes } from './limits.ts';
import {
  categories,
  finished,
  newUpload,
  requireUpload,
  uploadData,
  uploads,
  type Category,
  type Failure,
  type Upload,
} from './uploads.ts';

const initializeShape = { media_type: 'string!', total_bytes: 'integer!', media_category: 'string!' } as const;

const kinds: Readonly<Record<Exclude<Category, 'tweet_image'>, { types: readonly string[]; bytesMax: number }>> = {
  tweet_gif: { types: ['image/gif'], bytesMax: limits.gifBytes },
  tweet_video: { types: ['video/mp4', 'video/quicktime'], bytesMax: limits.videoBytes },
};

export const initializeUpload = apiRoute({
  method: 'POST',
  path: '/media/upload/initialize',
  operation: 'initializeUpload',
  scopes: [scopes.media],
  rate: 'chunks',
  query: {},
  handle: (call, person) => {
    const body = readBody(jsonBody(call), initializeShape);
    const category = categories.find((each) => each === body.media_category);
    if (category === undefined || category === 'tweet_image') {
      refuseRequest(`$.media_category: [${body.media_category}] cannot be uploaded in chunks here`);
    }
    const { types, bytesMax } = kinds[category];
    if (!types.includes(body.media_type)) {
      refuseRequest(`$.media_type: [${body.media_type}] is not supported for this category`);
    }
    const totalBytes = body.total_bytes;
    if (totalBytes < 1) refuseRequest('$.total_bytes: must have a minimum value of 1');
    if (totalBytes > bytesMax) refuseRequest(`File size exceeds ${bytesMax} bytes.`);
    const upload = newUpload(call, person, { category, totalBytes });
    call.commit((tx) => uploads.put(tx, upload.id, upload));
    return json(200, { data: uploadData(upload, call.clock.now()) });
  },
});

const appendShape = { media: 'file!', segment_index: 'integer!' } as const;

/** Segments may be sent again until the upload is finalized. */
export const appendUpload = apiRoute({
  method: 'POST',
  path: '/media/upload/{id}/append',
  operation: 'appendUpload',
  scopes: [scopes.media],
  rate: 'chunks',
  query: {},
  handle: async (call, person) => {
    const upload = requireUpload(call, person, pathId(call));
    if (upload.doneAt !== undefined) refuseRequest('The upload has been finalized.');
    const { index, bytes } = readSegment(call);
    const segment = await call.media.keep(bytes);
    call.commit((tx) => {
      const now = uploads.get(tx, upload.id) ?? upload;
      uploads.put(tx, upload.id, { ...now, segments: { ...now.segments, [index]: segment } });
    });
    return json(200, { data: { expires_at: Math.floor(upload.expiresAt / 1000) } });
  },
});

const pathId = ({ request }: Call): string => readId(request.params['id'], 'id');

function readSegment({ request }: Call): { index: number; bytes: Buffer } {
  if (request.body.kind !== 'multipart') refuseRequest('The request must be multipart/form-data');
  const reading = checkParameters(rawParameters(request), appendShape, () => true);
  if (!reading.ok) refuseRequest(`media field ${reading.fault.name} is ${reading.fault.kind}`);
  const { media, segment_index: index } = reading.values;
  if (typeof media === 'string' || media.bytes.length === 0) refuseRequest('media must be a file');
  if (index < 0 || index >= limits.segmentsMax) refuseRequest('segment_index: must be between 0 and 999');
  if (media.bytes.length > limits.segmentBytes) refuseRequest(`Segment size exceeds ${limits.segmentBytes} bytes.`);
  return { index, bytes: media.bytes };
}

export const finalizeUpload = apiRoute({
  method: 'POST',
  path: '/media/upload/{id}/finalize',
  operation: 'finalizeUpload',
  scopes: [scopes.media],
  rate: 'chunks',
  query: {},
  handle: async (call, person) => {
    const upload = requireUpload(call, person, pathId(call));
    const assembled = upload.doneAt === undefined ? await assemble(call, upload) : upload;
    call.commit((tx) => {
      if (uploads.get(tx, upload.id)?.doneAt === undefined) uploads.put(tx, assembled.id, assembled);
    });
    return json(200, { data: uploadData(assembled, call.clock.now()) });
  },
});

/** Segments must be consecutive from 0 and add up to the announced size. */
async function assemble(call: Call, upload: Upload): Promise<Upload> {
  const segments = Object.keys(upload.segments).map((_, index) => upload.segments[index]);
  const sizes = segments.map((segment) => segment?.sizeBytes ?? NaN);
  if (sizes.reduce((sum, size) => sum + size, 0) !== upload.totalBytes) {
    refuseRequest('Segments do not add up to provided total file size.');
  }
  const parts = segments.flatMap((segment) => segment?.sha256 ?? []);
  const isGif = upload.category === 'tweet_gif';
  const failure = isGif ? await gifFault(call, parts) : await videoFault(call, parts);
  const joined = await call.media.join(parts);
  return finished(call, upload, { file: joined && { type: isGif ? 'gif' : 'video', ...joined }, failure });
}

const unsupported = (what: string): Failure => ({ code: 3, name: 'UnsupportedMedia', message: what });

async function gifFault({ media }: Call, [first = '']: readonly string[]): Promise<Failure | undefined> {
  const size = imageSizeOf((await media.read(first)) ?? new Uint8Array());
  if (size === undefined) return unsupported('Unsupported image format');
  const isSmall = size.width <= limits.gifWidth && size.height <= limits.gifHeight;
  return isSmall ? undefined : unsupported('The dimensions of the image are not supported');
}

/** Accepts videos of unknown duration. */
async function videoFault({ media }: Call, parts: readonly string[]): Promise<Failure | undefined> {
  let durationMs: number | undefined;
  for (const [index, sha256] of parts.entries()) {
    const bytes = (await media.read(sha256)) ?? new Uint8Array();
    if (index === 0 && !['video/mp4', 'video/quicktime'].includes(mediaTypeOf(bytes) ?? '')) {
      return unsupported('Unsupported video format');
    }
    durationMs ??= videoDurationMs(bytes);
  }
  const { min, max } = limits.videoMs;
  if (durationMs === undefined || (durationMs >= min && durationMs <= max)) return undefined;
  const bound = durationMs < min ? 'short, minimum:500' : 'long, maximum:140000';
  return { code: 1, name: 'InvalidMedia', message: `Duration too ${bound}, actual:${durationMs} (MediaId: ?)` };
}
