import { presignUpload } from '../../../domain/media/upload/presign-upload.ts';
import { PresignedUpload, PresignUpload } from '../../../schemas/media.ts';
import { jsonRoute } from '../../route.ts';

export const presignUploadRoute = jsonRoute({
  method: 'POST',
  path: '/v1/media/presign',
  operation: 'presign upload',
  tag: 'Media',
  description: 'PUT the bytes to `uploadUrl`. A file that no post uses is deleted after 24 hours.',
  access: 'write',
  unknownKeys: 'ignore',
  body: PresignUpload,
  success: 200,
  response: PresignedUpload,
  errors: ['notFound'],
  handle: (ctx, { body }) => presignUpload(ctx, body),
});
