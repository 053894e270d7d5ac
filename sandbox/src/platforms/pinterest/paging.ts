import { json, type Reply } from '../../core/wire/reply.ts';
import { refuseRequest } from './errors.ts';
import { limits } from './limits.ts';

export const pageQuery = { page_size: 'integer', bookmark: 'string' } as const;

type Page = { readonly page_size?: number | undefined; readonly bookmark?: string | undefined };

/** The bookmark is null at the end. */
export function pageReply<T>(all: readonly T[], page: Page, view: (item: T) => object): Reply {
  const size = page.page_size ?? limits.pageDefault;
  if (size < 1 || size > limits.pageMax) refuseRequest(`'page_size' is not within 1 and ${limits.pageMax}`);
  const start = page.bookmark === undefined ? 0 : startOf(page.bookmark);
  const end = start + size;
  const bookmark = end < all.length ? Buffer.from(`next:${end}`).toString('base64url') : null;
  return json(200, { items: all.slice(start, end).map(view), bookmark });
}

function startOf(bookmark: string): number {
  const match = /^next:(\d+)$/.exec(Buffer.from(bookmark, 'base64url').toString());
  return match === null ? refuseRequest("'bookmark' is invalid") : Number(match[1]);
}
