import type { Static } from 'typebox';
import { exportAnalytics, exportDailyMetrics } from '../../../domain/analytics/export-analytics.ts';
import { AnalyticsExportQuery, DailyMetricsQuery } from '../../../schemas/analytics.ts';
import { CsvFile } from '../../../schemas/stream.ts';
import type { Route, StreamRoute } from '../../route.ts';

const common = {
  kind: 'stream',
  tag: 'Analytics',
  isShedFirst: true,
  contentType: 'text/csv',
  response: CsvFile,
  errors: ['validation', 'forbidden', 'notFound', 'accountNotFound'],
} as const;

const statuses = {
  400: 'A filter is not valid.',
  401: 'The key is missing or not valid.',
  403: 'The key may not see the profile.',
  404: 'The profile or account does not exist.',
  429: 'The rate limit is exceeded.',
  503: 'The process is overloaded or the database is unreachable. `Retry-After` says when to try again.',
};

/** The metrics follow in every export. */
const csvExample = (columns: string, values: string, rate = ''): string =>
  [
    `${columns},impressions,reach,likes,comments,shares,saves,clicks,views${rate === '' ? '' : ',engagement_rate'}`,
    `${values},1840,1320,96,12,7,9,31,0${rate}`,
  ].join('\n');

const headersOf = (filename: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${filename}"`,
  'cache-control': 'no-store',
});

const exportAnalyticsRoute: StreamRoute = {
  ...common,
  method: 'GET',
  access: 'read',
  path: '/v1/analytics.csv',
  operation: 'export analytics',
  description: 'The analytics list as a CSV file, one line per post, with the same filters and order.',
  query: AnalyticsExportQuery,
  example: csvExample(
    'post_id,published_at,platforms,url,content',
    'pst_0mh2k5n8q1t4w7z0c3f6j9m2,2026-03-02T09:00:00.000Z,bluesky,https://bsky.app/profile/acme.example/post/3lbd,Our spring menu is here.',
    ',8.42',
  ),
  statuses: { 200: 'At most 5,000 posts.', ...statuses },
  handle: async (ctx, { query }) => ({
    status: 200,
    headers: headersOf('analytics.csv'),
    body: await exportAnalytics(ctx, query as Static<typeof AnalyticsExportQuery>),
  }),
};

const exportDailyMetricsRoute: StreamRoute = {
  ...common,
  method: 'GET',
  access: 'read',
  path: '/v1/analytics/daily-metrics.csv',
  operation: 'export daily metrics',
  description: 'The daily metrics as a CSV file, one line per day, with the same filters.',
  query: DailyMetricsQuery,
  example: csvExample('date,post_count', '2026-03-02,1'),
  statuses: { 200: 'Days without data are left out.', ...statuses },
  handle: async (ctx, { query }) => ({
    status: 200,
    headers: headersOf('daily-metrics.csv'),
    body: await exportDailyMetrics(ctx, query as Static<typeof DailyMetricsQuery>),
  }),
};

export const analyticsExportRoutes: readonly Route[] = [exportAnalyticsRoute, exportDailyMetricsRoute];
