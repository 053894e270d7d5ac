import { json } from '../../core/wire/reply.ts';
import { apiRoute, readId } from './api-route.ts';
import { scopes } from './limits.ts';
import { requireUpload, uploadData } from './uploads.ts';

export const getMediaStatus = apiRoute({
  method: 'GET',
  path: '/media/upload?command=STATUS',
  operation: 'getMediaStatus',
  scopes: [scopes.media],
  rate: 'mediaStatus',
  query: { media_id: 'string!' },
  handle: (call, person, query) => {
    const upload = requireUpload(call, person, readId(query.media_id, 'media_id'));
    return json(200, { data: uploadData(upload, call.clock.now()) });
  },
});
