import { deleteMedia } from '../../../domain/media/delete-media.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import { jsonRoute } from '../../route.ts';

export const deleteMediaRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/media/{key}',
  operation: 'delete media',
  tag: 'Media',
  description:
    'Deletes the file and its conversions. Published posts keep what the platform has; a draft, scheduled, queued or ' +
    'publishing post needs its files.',
  access: 'write',
  unknownKeys: 'ignore',
  success: 200,
  response: MessageOnly,
  errors: ['notFound', 'mediaInUse'],
  handle: async (ctx, { params }) => {
    await deleteMedia(ctx, params.key);
    return { message: 'Media deleted' };
  },
});
