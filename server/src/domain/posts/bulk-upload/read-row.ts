import { splitList } from '../../../kernel/text/csv-cell.ts';
import type { Platforms } from '../../../platforms/platforms.ts';
import type { Column } from '../model/columns.ts';
import { findAccountsOf, findProfileOf, readPlatforms } from './find-profile-and-accounts.ts';
import type { CsvTargets } from './csv-targets.ts';
import type { FileRow } from './read-file.ts';
import { readSettings, type ForPlatform } from './read-settings.ts';
import { readTiming } from './read-timing.ts';
import type { RowNotes } from './row-notes.ts';

type RowContext = { platforms: Platforms; columns: readonly Column[]; csvTargets: CsvTargets };

export type ReadRow = {
  body: Record<string, unknown>;
  urls: readonly string[];
  isQueued: boolean;
  columnOf(param: string): string | undefined;
};

export function readRow({ cells }: FileRow, { platforms, columns, csvTargets }: RowContext, notes: RowNotes): ReadRow {
  const content = cells.get('post_content') ?? '';
  if (content.trim() === '') notes.wrong('post_content', 'is required');
  const names = readPlatforms(cells, platforms, notes);
  const profileId = findProfileOf(cells, csvTargets, notes);
  const accounts = profileId === undefined ? [] : findAccountsOf(csvTargets, { profileId, platforms: names }, notes);
  const own = readSettings({ cells, columns, platforms: names }, notes);
  const list = (column: string): string[] => splitList(cells.get(column) ?? '');
  const urls = list('media_urls');
  const timing = readTiming(cells, profileId ?? '', notes);
  const body = {
    content,
    title: cells.get('title') ?? '',
    mediaItems: readUrls(urls, notes),
    tags: list('tags'),
    hashtags: list('hashtags'),
    mentions: list('mentions'),
    ...timing,
    platforms: accounts.map(({ id, platform }) => {
      const { customContent, settings } = own.get(platform) ?? {};
      return { platform, accountId: id, ...(customContent && { customContent }), ...(settings && { settings }) };
    }),
  };
  return {
    body,
    urls,
    isQueued: 'queuedFromProfile' in timing,
    columnOf: (param) => columnOf(param, (index) => own.get(accounts[index]?.platform ?? '')),
  };
}

function readUrls(urls: readonly string[], notes: RowNotes): { url: string }[] {
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined) {
    notes.wrong('media_urls', `contains ${wrong.slice(0, 100)}, which is not an http or https URL`);
  }
  return urls.map((url) => ({ url }));
}

const columnsByField: Readonly<Record<string, string>> = {
  content: 'post_content',
  mediaItems: 'media_urls',
  scheduledFor: 'schedule_time',
  timezone: 'tz',
  queuedFromProfile: 'use_queue',
};

/** `platforms[1].settings.title` comes from `youtube_title`, `hashtags[3]` from `hashtags`. */
function columnOf(param: string, ownAt: (index: number) => ForPlatform | undefined): string | undefined {
  const inPlatform = /^platforms\[(\d+)\]\.(customContent|settings\.\w+)/.exec(param);
  if (inPlatform !== null) return ownAt(Number(inPlatform[1]))?.columns.get(inPlatform[2] ?? '');
  const field = /^\w+/.exec(param)?.[0] ?? '';
  return field === '' ? undefined : (columnsByField[field] ?? field);
}
