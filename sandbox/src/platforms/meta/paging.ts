import type { Call } from '../../core/platform.ts';
import { refuseParameter } from './errors.ts';
import { readNode, type Node } from './fields.ts';

const limitDefault = 25;
const limitMax = 100;
const lagMs = 60_000;

export const pageParameters = { fields: 'string', limit: 'integer', after: 'string' } as const;

type PageRequest = {
  readonly fields?: string | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
};

type List<T extends { readonly id: string }> = {
  readonly shown: readonly T[];
  readonly tokenText: string;
  /** May be smaller than the requested page. */
  readonly atOnce?: number | undefined;
  toNode(item: T): Node;
};

/** The URL of the next page contains the token. */
export function pageOf<T extends { readonly id: string }>(call: Call, list: List<T>, request: PageRequest): object {
  const { shown, tokenText, atOnce = limitMax, toNode } = list;
  const { fields, limit = limitDefault, after } = request;
  if (limit < 1 || limit > limitMax) refuseParameter(call, `Param limit must be between 1 and ${limitMax}`);
  const start = after === undefined ? 0 : shown.findIndex(({ id }) => cursorOf(id) === after) + 1;
  if (after !== undefined && start === 0) refuseParameter(call, 'Invalid parameter', 'The cursor is not valid.');
  const page = shown.slice(start, start + Math.min(limit, atOnce));
  const data = page.map((item) => readNode(call, toNode(item), fields));
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return { data };
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) };
  const hasMore = start + page.length < shown.length;
  return { data, paging: { cursors, ...(hasMore && { next: nextUrl(call, tokenText, cursors.after) }) } };
}

const cursorOf = (id: string): string => Buffer.from(`cursor:${id}`).toString('base64url');

function nextUrl({ request }: Call, tokenText: string, after: string): string {
  const query = new URLSearchParams(request.query);
  query.set('access_token', tokenText);
  query.set('after', after);
  return `${request.url}?${query.toString()}`;
}

/** Posts created later are not listed yet. */
export function listedUntil(call: Call): number {
  const lag = call.takeFault('listLag');
  return lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
}
