import { defined } from '../../core/defined.ts';
import type { Call } from '../../core/platform.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { apiRoute, readParts, requireChannel } from './api-route.ts';
import { refuse } from './errors.ts';
import { limits, scopes, units } from './limits.ts';
import { uploadHost, uploadPath, uploads, type Upload } from './uploads.ts';
import { parts, readMetadata } from './video-metadata.ts';

export const beginUpload = apiRoute({
  method: 'POST',
  path: '/upload/youtube/v3/videos?uploadType=resumable',
  operation: 'beginUpload',
  scopes: [scopes.all, scopes.upload, scopes.manage],
  cost: { units: units.insert, uploads: 1 },
  query: { part: 'string!', notifySubscribers: 'boolean' },
  handle: (call, person, { part }) => {
    requireChannel(person);
    const requestedParts = readParts(part, parts);
    const { body } = call.request;
    if (body.kind !== 'json') refuse({ code: 400, reason: 'parseError', message: 'Parse Error' });
    const metadata = readMetadata(body.value, requestedParts);
    const sizeBytes = announcedSize(call);
    checkType(call);
    if (person.isUploadLimitReached) refuse(uploadLimitExceeded);
    const upload: Upload = {
      id: `AJR${call.random.text(85)}`,
      ownerId: person.id,
      metadata,
      parts: requestedParts,
      pieces: [],
      expiresAt: call.clock.now() + limits.uploadMs,
      ...defined({ sizeBytes }),
    };
    call.commit((tx) => uploads.put(tx, upload.id, upload));
    return begun(upload);
  },
});

const uploadLimitExceeded = {
  code: 400,
  reason: 'uploadLimitExceeded',
  message: 'The user has exceeded the number of videos they may upload.',
  domain: 'youtube.video',
} as const;

function begun({ id, parts: requestedParts }: Upload): Reply {
  const query = new URLSearchParams({ uploadType: 'resumable', part: requestedParts.join(','), upload_id: id });
  const location = `https://${uploadHost}${uploadPath}?${query.toString()}`;
  return { status: 200, headers: { location, 'x-guploader-uploadid': id }, body: '' };
}

function announcedSize({ request }: Call): number | undefined {
  const value = request.headers['x-upload-content-length'];
  if (value === undefined) return undefined;
  const sizeBytes = Number(value);
  const isRight = /^\d+$/.test(String(value)) && sizeBytes > 0 && sizeBytes <= limits.fileBytes;
  return isRight ? sizeBytes : refuse(badContent(`Invalid X-Upload-Content-Length: ${String(value)}`));
}

function checkType({ request }: Call): void {
  const type = String(request.headers['x-upload-content-type'] ?? 'application/octet-stream');
  if (/^video\/[\w.+-]+$/.test(type) || type === 'application/octet-stream') return;
  const valid = 'Valid media types: [video/*, application/octet-stream]';
  refuse(badContent(`Media type '${type}' is not supported. ${valid}`));
}

const badContent = (message: string) => ({ code: 400, reason: 'badContent', message }) as const;
