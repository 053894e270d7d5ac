import type { Static } from 'typebox';
import { exportPosts } from '../../../domain/posts/export/export-posts.ts';
import { PostExportQuery } from '../../../schemas/post.ts';
import type { StreamRoute } from '../../route.ts';

export const exportPostsRoute: StreamRoute = {
  kind: 'stream',
  method: 'GET',
  path: '/v1/posts/export.csv',
  operation: 'export posts',
  tag: 'Posts',
  description:
    'Every post that matches as a line of a CSV file that can be uploaded again, newest first. The filters are those of ' +
    'the list. Any key.',
  access: 'read',
  isShedFirst: true,
  query: PostExportQuery,
  contentType: 'text/csv',
  statuses: {
    200: 'The columns of an upload, then `id`, `status` and `permalinks`.',
    400: 'A filter is not valid.',
    401: 'The key is missing or wrong.',
    403: 'The key may not see the profile.',
    404: 'There is no such profile or account.',
    429: 'The request budget is spent.',
    503: 'Overloaded, or without its database. `Retry-After` says when to try again.',
  },
  errors: ['validation', 'forbidden', 'notFound', 'accountNotFound'],
  handle: async (ctx, { query }) => ({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="posts.csv"',
      'cache-control': 'no-store',
    },
    body: await exportPosts(ctx, query as Static<typeof PostExportQuery>),
  }),
};
