import type { Static } from 'typebox';
import { exportPosts } from '../../../domain/posts/export/export-posts.ts';
import { PostExportQuery } from '../../../schemas/post.ts';
import { CsvFile } from '../../../schemas/stream.ts';
import type { StreamRoute } from '../../route.ts';

export const exportPostsRoute: StreamRoute = {
  kind: 'stream',
  method: 'GET',
  path: '/v1/posts/export.csv',
  operation: 'export posts',
  tag: 'Posts',
  description:
    'All matching posts, newest first, as a CSV file that can be uploaded again. Takes the same filters as ' +
    'the list. Needs any key.',
  access: 'read',
  isShedFirst: true,
  query: PostExportQuery,
  contentType: 'text/csv',
  response: CsvFile,
  example:
    'post_content,platforms,profiles,schedule_time,tz,id,status\nOur spring menu is here.,bluesky,Acme Coffee,2026-03-02 09:00,Europe/Berlin,pst_0mh2k5n8q1t4w7z0c3f6j9m2,published',
  statuses: {
    200: 'The columns of an upload, then `id`, `status` and `permalinks`.',
    400: 'A filter is not valid.',
    401: 'The key is missing or not valid.',
    403: 'The key may not see the profile.',
    404: 'The profile or account does not exist.',
    429: 'The rate limit is exceeded.',
    503: 'The process is overloaded or the database is unreachable. `Retry-After` says when to try again.',
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
