import { receiveUpload } from '../../../domain/media/upload/receive-upload.ts';
import type { StreamRoute } from '../../route.ts';

export const receiveUploadRoute: StreamRoute = {
  kind: 'stream',
  method: 'PUT',
  path: '/v1/media/uploads/{token}',
  operation: 'receive upload',
  tag: 'Media',
  description: 'Where `uploadUrl` of a presigned upload leads when media are kept on this machine.',
  access: 'none',
  contentType: 'application/json',
  statuses: {
    200: 'Stored.',
    400: 'Another length or type than announced, or not what it says it is.',
    403: 'Not an address of this Herald.',
    408: 'Too slow.',
    410: 'Expired or used.',
    507: 'The disk is almost full.',
  },
  errors: ['validation', 'uploadNotAllowed', 'requestTimeout', 'uploadGone', 'insufficientStorage'],
  handle: async (ctx, { params, contentType = '', body }) => {
    await receiveUpload(ctx, { token: params['token'] ?? '', contentType, source: body });
    return { status: 200 };
  },
};
