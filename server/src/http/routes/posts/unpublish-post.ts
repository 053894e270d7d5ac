import { unpublishPost } from '../../../domain/posts/unpublish-post.ts';
import { PostChanged, UnpublishPost } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';

export const unpublishPostRoute = jsonRoute({
  method: 'POST',
  path: '/v1/posts/{postId}/unpublish',
  operation: 'unpublish post',
  tag: 'Posts',
  description: 'Deletes the post of one account on its platform. A post that no longer exists there counts as deleted.',
  access: 'write',
  unknownKeys: 'ignore',
  body: UnpublishPost,
  success: 200,
  response: PostChanged,
  errors: [
    'platformUnsupported',
    'platformRejected',
    'platformCapabilityMissing',
    'postNotFound',
    'post_publish_in_progress',
    'targetNotPublished',
    'connectionDead',
    'platformThrottled',
    'platformUnavailable',
    'providerOutcomeUnknown',
  ],
  handle: async (ctx, { params, body }) => ({
    post: await unpublishPost(ctx, params.postId, body.accountId),
    message: 'Post unpublished',
  }),
});
