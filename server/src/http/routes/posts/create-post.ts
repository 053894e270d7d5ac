import { createPost } from '../../../domain/posts/create-post.ts';
import { findReplay } from '../../../domain/posts/request/find-replay.ts';
import { CreatePost, CreatePostQuery, PostChanged, PostReplayed } from '../../../schemas/post.ts';
import { Alternative, jsonRoute } from '../../route.ts';
import { requestIdHeader, readRequestId } from '../../request/request-id.ts';

const replayed = 'Post already exists for this request id';

export const createPostRoute = jsonRoute({
  method: 'POST',
  path: '/v1/posts',
  operation: 'create post',
  tag: 'Posts',
  description:
    'Creates a draft, or schedules, queues or publishes a post. Set exactly one of `isDraft`, `scheduledFor`, ' +
    '`queuedFromProfile`, `publishNow`. With `publishNow`, the response waits up to 20 s for the outcome.',
  access: 'write',
  unknownKeys: 'ignore',
  headers: { 'x-request-id': 'An idempotency key: repeating it returns the post that was created first.' },
  query: CreatePostQuery,
  body: CreatePost,
  success: 201,
  response: PostChanged,
  alternative: {
    status: 200,
    response: PostReplayed,
    description: 'The post that was already created with the same `x-request-id`.',
  },
  errors: [
    'unsupported',
    'mediaUnavailable',
    'urlNotAllowed',
    'queueNotFound',
    'queuePaused',
    'queueEmpty',
    'queueFull',
    'paymentRequired',
    'requestIdTaken',
    'duplicateContent',
    'connectionDead',
  ],
  replay: async (ctx, headers) => {
    const key = requestIdHeader(headers);
    const existingPost = key === undefined ? undefined : await findReplay(ctx, { scope: 'post', key });
    return existingPost && new Alternative({ existingPost, message: replayed });
  },
  handle: async (ctx, { body, query, rawBody, headers }) => {
    const key = readRequestId(headers);
    const named = key === undefined ? undefined : ({ scope: 'post', key } as const);
    const input = { ...query, ...body };
    const { kind, post, warnings } = await createPost(ctx, { input, rawBody, key: named });
    if (kind === 'existing') return new Alternative({ existingPost: post, message: replayed });
    const message = messages[post.status] ?? 'Post created';
    return { post, message, ...(warnings.length === 0 ? {} : { warnings }) };
  },
});

const messages: Partial<Record<string, string>> = {
  draft: 'Draft created successfully',
  scheduled: 'Post scheduled successfully',
  queued: 'Post accepted for publishing',
  publishing: 'Post is being published',
  published: 'Post published successfully',
  partially_failed: 'Post published on some accounts only',
  failed: 'Post could not be published',
};
