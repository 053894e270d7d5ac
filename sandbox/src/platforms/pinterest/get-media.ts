import { json } from '../../core/wire/reply.ts';
import { apiRoute, readId } from './api-route.ts';
import { errors, refuse } from './errors.ts';
import { scopes } from './limits.ts';
import { statusOf, videos } from './videos.ts';

export const getMedia = apiRoute({
  method: 'GET',
  path: '/media/{media}',
  operation: 'getMedia',
  scopes: [scopes.readPins, scopes.writePins],
  query: {},
  handle: (call, { person }) => {
    const video = videos.get(call.store, readId('media_id', call.request.params['media'] ?? ''));
    if (video?.ownerId !== person.id) refuse(errors.mediaNotFound());
    return json(200, { media_id: video.id, media_type: 'video', status: statusOf(video, call.clock.now()) });
  },
});
