import { receiveUpload } from '../../../domain/media/upload/receive-upload.ts';
import { Bytes } from '../../../schemas/stream.ts';
import type { StreamRoute } from '../../route.ts';

export const receiveUploadRoute: StreamRoute = {
  kind: 'stream',
  method: 'PUT',
  path: '/v1/media/uploads/{token}',
  operation: 'receive upload',
  tag: 'Media',
  description:
    'The `uploadUrl` of a presigned upload if media are stored on this machine. Send the declared `Content-Type`.',
  access: 'none',
  accepts: { '*/*': { schema: Bytes } },
  contentType: 'application/json',
  statuses: {
    200: 'Stored.',
    400: 'The length or type is not as declared, or the content does not match its type.',
    403: 'The URL was not created by this installation.',
    408: 'The upload was too slow.',
    410: 'The URL has expired or was already used.',
    507: 'The disk is almost full.',
  },
  errors: ['validation', 'uploadNotAllowed', 'requestTimeout', 'uploadGone', 'insufficientStorage'],
  handle: async (ctx, { params, contentType = '', body }) => {
    await receiveUpload(ctx, { token: params['token'] ?? '', contentType, source: body });
    return { status: 200 };
  },
};
