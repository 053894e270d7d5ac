import { syncExternalPosts } from '../../../domain/external-posts/sync-external-posts.ts';
import { ExternalSync, SyncExternalPosts } from '../../../schemas/external-post.ts';
import { jsonRoute } from '../../route.ts';

export const syncExternalPostsRoute = jsonRoute({
  method: 'POST',
  path: '/v1/posts/sync-external',
  operation: 'sync external posts',
  tag: 'Posts',
  description:
    'Reads the newest 20 posts of the last 30 days from the platform, or searches for one post by `url` or `postId`, and ' +
    'stores those that were published without Herald. Herald also does this by itself every 90 minutes. A second request ' +
    'within 15 seconds returns the stored posts, with `synced.skipped` true.',
  access: 'write',
  unknownKeys: 'ignore',
  body: SyncExternalPosts,
  success: 200,
  response: ExternalSync,
  errors: [
    'accountNotFound',
    'platformUnsupported',
    'connectionDead',
    'platformCapabilityMissing',
    'platformRejected',
    'platformThrottled',
    'platformUnavailable',
  ],
  handle: (ctx, { body }) => syncExternalPosts(ctx, body),
});
