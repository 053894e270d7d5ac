import { apiRoute, jsonBody, readBody } from './api-route.ts';
import { refuseParameter } from './errors.ts';
import { limits, scopes } from './limits.ts';
import { visiblePosts } from './publications.ts';
import { videoView } from './video-view.ts';

export const queryVideos = apiRoute({
  method: 'POST',
  path: '/video/query/',
  operation: 'queryVideos',
  scopes: [scopes.list],
  rate: 'other',
  query: ['fields'],
  handle: (call, { person }) => {
    const view = videoView(call, person);
    const { filters } = readBody(call, jsonBody(call), { filters: 'object!' } as const);
    const { video_ids: ids } = readBody(call, filters, { video_ids: 'array!' } as const, 'filters');
    const isValid = ids.every((id) => typeof id === 'string' && /^\d+$/.test(id));
    if (!isValid) refuseParameter(call, 'filters.video_ids must be IDs of videos');
    if (ids.length < 1 || ids.length > limits.listMax) {
      refuseParameter(call, `filters.video_ids must have 1 to ${limits.listMax} items`);
    }
    const posts = visiblePosts(call.store, person, call.clock.now());
    return { videos: posts.filter(({ postId }) => ids.includes(postId)).map(view) };
  },
});
