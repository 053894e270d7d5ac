import { deletePost } from '../../../domain/posts/delete-post.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import { jsonRoute } from '../../route.ts';

export const deletePostRoute = jsonRoute({
  method: 'DELETE',
  path: '/v1/posts/{postId}',
  operation: 'delete post',
  tag: 'Posts',
  description: 'Deletes the post from Herald, not from platforms. Unpublish a published post first.',
  access: 'write',
  unknownKeys: 'ignore',
  success: 200,
  response: MessageOnly,
  errors: ['validation', 'postNotFound', 'post_publish_in_progress'],
  handle: async (ctx, { params }) => {
    await deletePost(ctx, params.postId);
    return { message: 'Post deleted successfully' };
  },
});
