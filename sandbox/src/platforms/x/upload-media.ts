import { imageSizeOf } from '../../core/media/image-size.ts';
import { mediaTypeOf, type MediaType } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import { checkParameters, rawParameters } from '../../core/wire/parameters.ts';
import type { FilePart } from '../../core/wire/read-body.ts';
import { json } from '../../core/wire/reply.ts';
import { apiRoute } from './api-route.ts';
import { refuseRequest } from './errors.ts';
import { limits, scopes } from './limits.ts';
import { finished, newUpload, uploadData, uploads } from './uploads.ts';

const shape = { media: 'file!', media_category: 'string!', media_type: 'string' } as const;

export const uploadMedia = apiRoute({
  method: 'POST',
  path: '/media/upload',
  operation: 'uploadMedia',
  scopes: [scopes.media],
  rate: 'uploadMedia',
  query: {},
  handle: async (call, person) => {
    const { media, category } = readUpload(call);
    if (category === 'tweet_image') checkImage(media.bytes);
    else checkGif(media.bytes);
    const stored = await call.media.keep(media.bytes);
    const file = { type: category === 'tweet_image' ? 'image' : 'gif', ...stored } as const;
    const empty = newUpload(call, person, { category, totalBytes: stored.sizeBytes });
    const upload = finished(call, empty, { file, failure: undefined });
    call.commit((tx) => uploads.put(tx, upload.id, upload));
    return json(200, { data: uploadData(upload, call.clock.now()) });
  },
});

function readUpload(call: Call): { media: FilePart; category: 'tweet_image' | 'tweet_gif' } {
  const { request } = call;
  if (request.body.kind !== 'multipart') refuseRequest('The request must be multipart/form-data');
  const reading = checkParameters(rawParameters(request), shape);
  if (!reading.ok) refuseRequest(`media field ${reading.fault.name} is ${reading.fault.kind}`);
  const { media, media_category: category } = reading.values;
  if (typeof media === 'string') refuseRequest('media must be a file');
  if (category !== 'tweet_image' && category !== 'tweet_gif') {
    refuseRequest(`The media_category [${category}] cannot be uploaded in one request`);
  }
  return { media, category };
}

const imageTypes: readonly (MediaType | undefined)[] = ['image/jpeg', 'image/png', 'image/webp'];

function checkImage(bytes: Buffer): void {
  if (!imageTypes.includes(mediaTypeOf(bytes)) || imageSizeOf(bytes) === undefined) {
    refuseRequest('media type unrecognized.');
  }
  if (bytes.length > limits.imageBytes) refuseRequest(`File size exceeds ${limits.imageBytes} bytes.`);
}

function checkGif(bytes: Buffer): void {
  const size = mediaTypeOf(bytes) === 'image/gif' ? imageSizeOf(bytes) : undefined;
  if (size === undefined) refuseRequest('media type unrecognized.');
  if (bytes.length > limits.gifBytes) refuseRequest(`File size exceeds ${limits.gifBytes} bytes.`);
  if (size.width > limits.gifWidth || size.height > limits.gifHeight) {
    refuseRequest(`Image dimensions must be <= ${limits.gifWidth}x${limits.gifHeight}.`);
  }
}
