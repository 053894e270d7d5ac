import { retryPost } from '../../../domain/posts/retry-post.ts';
import { PostChanged, RetryPost } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';

export const retryPostRoute = jsonRoute({
  method: 'POST',
  path: '/v1/posts/{postId}/retry',
  operation: 'retry post',
  tag: 'Posts',
  description:
    'Sends failed targets again: those of the named accounts, or all. A target that may be live (`outcomeUnknown`) needs ' +
    '`confirm: true` and is looked up once more first.',
  access: 'write',
  unknownKeys: 'ignore',
  body: RetryPost,
  isBodyOptional: true,
  success: 200,
  response: PostChanged,
  errors: [
    'paymentRequired',
    'postNotFound',
    'post_publish_in_progress',
    'postNotRetryable',
    'outcomeUnknown',
    'connectionDead',
  ],
  handle: async (ctx, { params, body }) => ({
    post: await retryPost(ctx, params.postId, body),
    message: 'Failed targets are published again',
  }),
});
