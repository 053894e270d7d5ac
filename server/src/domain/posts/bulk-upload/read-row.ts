import type { Platforms } from '../../../platforms/platforms.ts';
import type { Column } from '../model/columns.ts';
import { findAccountsOf, findProfileOf, readPlatforms } from './find-place.ts';
import type { Places } from './places.ts';
import { splitList } from './read-cell.ts';
import type { FileRow } from './read-file.ts';
import { readSettings, type ForPlatform } from './read-settings.ts';
import { readTiming } from './read-timing.ts';
import type { RowNotes } from './row-notes.ts';

type World = { platforms: Platforms; columns: readonly Column[]; places: Places };

/** A row as a request body, with the column of each field. */
export type ReadRow = {
  body: Record<string, unknown>;
  urls: readonly string[];
  isQueued: boolean;
  columnOf(param: string): string | undefined;
};

/** Problems go to the notes. */
export function readRow({ cells }: FileRow, { platforms, columns, places }: World, notes: RowNotes): ReadRow {
  const content = cells.get('post_content') ?? '';
  if (content.trim() === '') notes.wrong('post_content', 'is required');
  const names = readPlatforms(cells, platforms, notes);
  const profileId = findProfileOf(cells, places, notes);
  const accounts = profileId === undefined ? [] : findAccountsOf(places, { profileId, platforms: names }, notes);
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
    notes.wrong('media_urls', `holds ${wrong.slice(0, 100)}, which is no http or https address`);
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
