import { updatePost } from '../../../domain/posts/update-post.ts';
import { PostChanged, UpdatePost } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';

export const updatePostRoute = jsonRoute({
  method: 'PUT',
  path: '/v1/posts/{postId}',
  operation: 'update post',
  tag: 'Posts',
  description:
    'Omitted fields keep their values; lists are replaced. A time applies to every unpublished target. Refused while ' +
    'the post is being published, and after it is published.',
  access: 'write',
  unknownKeys: 'ignore',
  body: UpdatePost,
  success: 200,
  response: PostChanged,
  errors: [
    'unsupported',
    'mediaUnavailable',
    'urlNotAllowed',
    'queueNotFound',
    'queuePaused',
    'queueEmpty',
    'queueFull',
    'paymentRequired',
    'postNotFound',
    'post_publish_in_progress',
    'outcomeUnknown',
    'duplicateContent',
    'connectionDead',
  ],
  handle: async (ctx, { params, body, rawBody }) => {
    const { post, warnings } = await updatePost(ctx, params.postId, { input: body, rawBody });
    return { post, message: 'Post updated', ...(warnings.length === 0 ? {} : { warnings }) };
  },
});
