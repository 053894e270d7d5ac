import { withoutFormula } from '../../../kernel/text/csv.ts';
import type { Ctx } from '../../context.ts';
import { mediaUrl } from '../../media/media-urls.ts';
import { listColumns, exportOnlyColumns, type Column, type OptionColumn, type PostColumn } from '../model/columns.ts';
import type { StoredPost, StoredTarget } from '../model/post.ts';
import { writeTime } from './write-time.ts';

type ExportCtx = Pick<Ctx, 'platforms' | 'site'>;
type Write = (post: StoredPost) => string;

type ExportColumn = { name: string; write: Write };

export function exportColumns(ctx: ExportCtx): ExportColumn[] {
  const columns = listColumns(ctx.platforms);
  const own = { ...postCells, media_urls: mediaCell(ctx) };
  return [
    ...columns.map((column) => ({ name: column.name, write: writerOf(column, columns, own) })),
    ...exportOnlyColumns.map((name) => ({ name, write: exportOnlyCells[name] })),
  ].map(({ name, write }) => ({ name, write: (post) => withoutFormula(write(post)) }));
}

/** `publish_now` is never exported: importing a file must not publish its posts. */
const postCells: Readonly<Record<Exclude<PostColumn, 'media_urls'>, Write>> = {
  post_content: ({ content }) => content,
  title: ({ title }) => title,
  platforms: ({ targets }) => [...new Set(targets.map(({ platform }) => platform))].join(','),
  profiles: ({ profileIds: ids }) => ids.join(','),
  schedule_time: ({ status, scheduledFor: at, timezone }) =>
    status === 'draft' || at === null ? '' : writeTime(at, timezone),
  tz: ({ status, timezone }) => (status === 'draft' ? '' : timezone),
  is_draft: ({ status }) => (status === 'draft' ? 'true' : ''),
  publish_now: () => '',
  use_queue: () => '',
  tags: ({ tags }) => tags.join(','),
  hashtags: ({ hashtags }) => hashtags.join(','),
  mentions: ({ mentions }) => mentions.join(','),
};

const exportOnlyCells: Readonly<Record<(typeof exportOnlyColumns)[number], Write>> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  permalinks,
};

function mediaCell(ctx: ExportCtx): Write {
  return ({ media }) => media.map(({ key }) => mediaUrl(ctx, key)).join(',');
}

function writerOf(column: Column, columns: readonly Column[], own: Readonly<Record<PostColumn, Write>>): Write {
  if (column.kind === 'post') return own[column.name];
  const { platform } = column;
  const targetsOf = ({ targets }: StoredPost): StoredTarget[] => targets.filter((one) => one.platform === platform);
  if (column.kind === 'option') return (post) => optionCell(column, targetsOf(post)[0]);
  // The platform's own text column has the same content under another name.
  const isFirst = columns.find((one) => one.kind === 'text' && one.platform === platform) === column;
  if (!isFirst) return () => '';
  return (post) => targetsOf(post).find(({ customContent: text }) => text !== null)?.customContent ?? '';
}

/** Drafts may have invalid settings: values that a cell cannot express are left out. */
function optionCell({ key }: OptionColumn, target: StoredTarget | undefined): string {
  const value = target?.settings?.[key];
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function permalinks({ targets }: StoredPost): string {
  const published = targets.filter(({ status }) => status === 'published');
  return published.flatMap(({ platformPostUrl: url }) => (url === null ? [] : [url])).join(',');
}
