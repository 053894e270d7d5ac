import { directUpload } from '../../../domain/media/upload/direct-upload.ts';
import { DirectUpload } from '../../../schemas/media.ts';
import { FileForm } from '../../../schemas/stream.ts';
import { readMultipart } from '../../request/read-multipart.ts';
import type { StreamRoute } from '../../route.ts';

export const directUploadRoute: StreamRoute = {
  kind: 'stream',
  method: 'POST',
  path: '/v1/media/upload-direct',
  operation: 'upload file',
  tag: 'Media',
  description:
    'A form with one `file` of at most 26214400 bytes: image, video, audio or PDF. Deleted after seven days.',
  access: 'write',
  accepts: { 'multipart/form-data': { schema: FileForm } },
  contentType: 'application/json',
  response: DirectUpload,
  statuses: {
    200: 'The stored file.',
    400: 'No file, several files, a file that is too large, or a type that is not accepted.',
    401: 'The key is missing or not valid.',
    403: 'The key may not write.',
    408: 'The upload was too slow.',
    429: 'The rate limit is exceeded.',
    507: 'The disk is almost full.',
  },
  errors: ['validation', 'requestTimeout', 'insufficientStorage'],
  handle: async (ctx, { contentType, body }) => {
    const file = await readMultipart(contentType, body);
    return { status: 200, body: await directUpload(ctx, file) };
  },
};
