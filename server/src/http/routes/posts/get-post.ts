import { Type } from 'typebox';
import { getPost } from '../../../domain/posts/get-post.ts';
import { Post } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';

export const getPostRoute = jsonRoute({
  method: 'GET',
  path: '/v1/posts/{postId}',
  operation: 'get post',
  tag: 'Posts',
  description: 'One post with the state of each target.',
  access: 'read',
  unknownKeys: 'ignore',
  success: 200,
  response: Type.Object({ post: Post }),
  errors: ['postNotFound'],
  handle: async (ctx, { params }) => ({ post: await getPost(ctx, params.postId) }),
});
