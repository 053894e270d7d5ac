import { listPosts } from '../../../domain/posts/list-posts.ts';
import { PostList, PostQuery } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';

export const listPostsRoute = jsonRoute({
  method: 'GET',
  path: '/v1/posts',
  operation: 'list posts',
  tag: 'Posts',
  description:
    'Newest first; limited to the 1000 newest matches. A date or `sortBy=scheduledFor` returns only posts with a time.',
  access: 'read',
  isShedFirst: true,
  unknownKeys: 'ignore',
  query: PostQuery,
  success: 200,
  response: PostList,
  errors: ['forbidden', 'notFound', 'accountNotFound'],
  handle: (ctx, { query }) => listPosts(ctx, query),
});
