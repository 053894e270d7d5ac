import type { Call } from '../../core/platform.ts';
import { statusOf } from '../meta/containers.ts';
import { missingObject, refuse } from '../meta/errors.ts';
import { readNode } from '../meta/fields.ts';
import { listedUntil, pageOf, pageParameters } from '../meta/paging.ts';
import { containerPrefix, containersOf, statusText } from './publish/containers.ts';
import { graphRoute, type Caller } from './graph-route.ts';
import { limits, scopes } from './limits.ts';
import { mediaNode, mediaOf, mediaPrefix, type Media } from './media.ts';

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
    return readNode(call, mediaNode(call, person, media), fields);
  },
});

export const listMedia = graphRoute({
  method: 'GET',
  path: '/{account}/media',
  operation: 'listMedia',
  scope: scopes.basic,
  parameters: { ...pageParameters, since: 'integer', until: 'integer' },
  handle: (call, caller, { since = 0, until = Infinity, ...page }) => {
    const shown = visible(call, caller).filter(
      ({ productType, publishedAt }) =>
        productType !== 'STORY' && publishedAt >= since * 1000 && publishedAt < until * 1000,
    );
    return pageOf(call, listOf(call, caller, shown), page);
  },
});

/** Stories expire after a day. */
export const listStories = graphRoute({
  method: 'GET',
  path: '/{account}/stories',
  operation: 'listStories',
  scope: scopes.basic,
  parameters: pageParameters,
  handle: (call, caller, page) => {
    const since = call.clock.now() - limits.storyMs;
    const shown = visible(call, caller).filter(
      ({ productType, publishedAt }) => productType === 'STORY' && publishedAt > since,
    );
    return pageOf(call, listOf(call, caller, shown), page);
  },
});

const listOf = (call: Call, caller: Caller, shown: readonly Media[]) => ({
  shown,
  tokenText: caller.token.text,
  toNode: (media: Media) => mediaNode(call, caller.person, media),
});

function visible(call: Call, { person }: Caller): Media[] {
  const until = listedUntil(call);
  return mediaOf(person.userId)
    .all(call.store)
    .filter((media) => media.publishedAt <= until)
    .reverse()
    .sort((one, other) => other.publishedAt - one.publishedAt);
}
