import { listMedia } from '../../../domain/media/list-media.ts';
import { MediaList, MediaQuery } from '../../../schemas/media.ts';
import { jsonRoute } from '../../route.ts';

export const listMediaRoute = jsonRoute({
  method: 'GET',
  path: '/v1/media',
  operation: 'list media',
  tag: 'Media',
  description:
    'Uploaded files and copies of external ones, newest first, with the posts that use them. A key limited to profiles ' +
    'sees what was uploaded with it and the files of posts that it may see.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  query: MediaQuery,
  success: 200,
  response: MediaList,
  errors: ['invalidCursor'],
  handle: (ctx, { query }) => listMedia(ctx, query),
});
