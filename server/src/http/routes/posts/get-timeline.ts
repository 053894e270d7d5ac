import { getTimeline } from '../../../domain/posts/get-timeline.ts';
import { PostTimeline } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';

export const getTimelineRoute = jsonRoute({
  method: 'GET',
  path: '/v1/posts/{postId}/timeline',
  operation: 'get post timeline',
  tag: 'Posts',
  description:
    'Everything that happened to a post: attempts, responses of the platforms, waits and look-ups. Oldest first.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: PostTimeline,
  errors: ['postNotFound'],
  handle: (ctx, { params }) => getTimeline(ctx, params.postId),
});
