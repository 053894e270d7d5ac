import type { Call } from '../../core/network.ts';
import { containerPrefix, containersOf, statusOf, statusText } from './containers.ts';
import { missingObject, refuse, refuseParameter } from './errors.ts';
import { readNode } from './fields.ts';
import { graphHost, graphRoute, type Caller } from './graph-route.ts';
import { limits, scopes } from './limits.ts';
import { mediaNode, mediaOf, mediaPrefix, type Media } from './media.ts';

const lagMs = 60_000;
const storyMs = 24 * 3_600_000;

export const getContainer = graphRoute({
  method: 'GET',
  path: `/${containerPrefix}{container}`,
  operation: 'getContainer',
  scope: scopes.basic,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const id = `${containerPrefix}${call.request.params['container'] ?? ''}`;
    const container = containersOf(person.userId).get(call.store, id) ?? refuse(call, missingObject(call, id));
    const now = call.clock.now();
    const values = { id, status_code: statusOf(container, now), status: statusText(container, now) };
    return readNode(call, { type: 'IGContainer', values }, fields);
  },
});

export const getMedia = graphRoute({
  method: 'GET',
  path: `/${mediaPrefix}{media}`,
  operation: 'getMedia',
  scope: scopes.basic,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const id = `${mediaPrefix}${call.request.params['media'] ?? ''}`;
    const media = mediaOf(person.userId).get(call.store, id) ?? refuse(call, missingObject(call, id));
    return readNode(call, mediaNode(person, media), fields);
  },
});

export const listMedia = graphRoute({
  method: 'GET',
  path: '/{account}/media',
  operation: 'listMedia',
  scope: scopes.basic,
  parameters: { fields: 'string', limit: 'integer', after: 'string', since: 'integer', until: 'integer' },
  handle: (call, caller, { since = 0, until = Infinity, ...page }) => {
    const shown = visible(call, caller).filter(
      ({ productType, publishedAt }) =>
        productType !== 'STORY' && publishedAt >= since * 1000 && publishedAt < until * 1000,
    );
    return pageOf(call, caller, { shown, ...page });
  },
});

/** Stories are gone after a day. */
export const listStories = graphRoute({
  method: 'GET',
  path: '/{account}/stories',
  operation: 'listStories',
  scope: scopes.basic,
  parameters: { fields: 'string', limit: 'integer', after: 'string' },
  handle: (call, caller, page) => {
    const since = call.clock.now() - storyMs;
    const shown = visible(call, caller).filter(
      ({ productType, publishedAt }) => productType === 'STORY' && publishedAt > since,
    );
    return pageOf(call, caller, { shown, ...page });
  },
});

type Page = {
  shown: readonly Media[];
  fields?: string | undefined;
  limit?: number | undefined;
  after?: string | undefined;
};

function pageOf(call: Call, caller: Caller, { shown, fields, limit = limits.listDefault, after }: Page): object {
  if (limit < 1 || limit > limits.listMax) {
    refuseParameter(call, `Param limit must be between 1 and ${limits.listMax}`);
  }
  const start = after === undefined ? 0 : shown.findIndex(({ id }) => cursorOf(id) === after) + 1;
  if (after !== undefined && start === 0) refuseParameter(call, 'Invalid parameter', 'The cursor is not valid.');
  const page = shown.slice(start, start + limit);
  const data = page.map((media) => readNode(call, mediaNode(caller.person, media), fields));
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return { data };
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) };
  const hasMore = start + page.length < shown.length;
  return { data, paging: { cursors, ...(hasMore && { next: nextUrl(call, caller, cursors.after) }) } };
}

/** Newest first, what has reached the lists. */
function visible(call: Call, { person }: Caller): Media[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  return mediaOf(person.userId)
    .all(call.store)
    .filter((media) => media.publishedAt <= until)
    .reverse();
}

const cursorOf = (id: string): string => Buffer.from(`cursor:${id}`).toString('base64url');

function nextUrl({ request }: Call, { token }: Caller, after: string): string {
  const query = new URLSearchParams(request.query);
  query.set('access_token', token.text);
  query.set('after', after);
  return `https://${graphHost}${request.path}?${query.toString()}`;
}
