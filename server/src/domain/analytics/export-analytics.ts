import { metricNames } from '../../db/analytics-rows.ts';
import { withoutFormula, writeCsvLine } from '../../kernel/text/csv.ts';
import type { AnalyticsExportQuery, DailyMetricsQuery } from '../../schemas/analytics.ts';
import type { Ctx } from '../context.ts';
import { getDailyMetrics } from './daily-metrics.ts';
import { listAnalytics } from './list-analytics.ts';

const pageMax = 100;

/** Reads the first page before the response starts, so that errors can be reported. */
export async function exportAnalytics(ctx: Ctx, query: AnalyticsExportQuery): Promise<AsyncGenerator<Uint8Array>> {
  const first = await readPage(ctx, query, 1);
  return writePages(ctx, query, first);
}

type Page = Awaited<ReturnType<typeof readPage>>;

async function readPage(ctx: Ctx, query: AnalyticsExportQuery, page: number) {
  const { posts, pagination } = await listAnalytics(ctx, { ...query, page, limit: pageMax });
  return { posts, isLast: page >= pagination.totalPages, page };
}

async function* writePages(ctx: Ctx, query: AnalyticsExportQuery, first: Page): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const columns = ['post_id', 'published_at', 'platforms', 'url', 'content', ...metricNames, 'engagement_rate'];
  yield encoder.encode(writeCsvLine(columns));
  for (let page = first; ; page = await readPage(ctx, query, page.page + 1)) {
    const lines = page.posts.map((post) =>
      writeCsvLine([
        ...[post.postId, post.publishedAt, post.platformAnalytics.map(({ platform }) => platform).join(' ')],
        ...[post.platformPostUrl ?? '', withoutFormula(post.content)],
        ...metricNames.map((name) => String(post.analytics[name])),
        String(post.analytics.engagementRate),
      ]),
    );
    yield encoder.encode(lines.join(''));
    if (page.isLast) return;
  }
}

export async function exportDailyMetrics(ctx: Ctx, query: DailyMetricsQuery): Promise<AsyncGenerator<Uint8Array>> {
  const { dailyData } = await getDailyMetrics(ctx, query);
  return writeDays(dailyData);
}

async function* writeDays(days: Awaited<ReturnType<typeof getDailyMetrics>>['dailyData']): AsyncGenerator<Uint8Array> {
  const lines = days.map(({ date, postCount, metrics }) =>
    writeCsvLine([date, String(postCount), ...metricNames.map((name) => String(metrics[name]))]),
  );
  yield new TextEncoder().encode(writeCsvLine(['date', 'post_count', ...metricNames]) + lines.join(''));
}
