import { defined } from '../../../core/defined.ts';
import { ledger } from '../../../core/state/ledger.ts';
import type { Call } from '../../../core/platform.ts';
import type { Reader, Tx } from '../../../core/state/store.ts';
import { statusOf } from '../../meta/containers.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { containersOf, type Container } from './containers.ts';
import { requirePublisher } from './create-container.ts';
import { graphRoute } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import { mediaOf, newMediaId, permalinkOf, type Media, type ProductType } from '../media.ts';
import type { Person } from '../persons.ts';
import { publishErrors } from './publish-errors.ts';

const productTypes: Readonly<Record<Container['kind'], ProductType>> = {
  image: 'FEED',
  item: 'FEED',
  carousel: 'FEED',
  reel: 'REELS',
  story: 'STORY',
};

export const publishContainer = graphRoute({
  method: 'POST',
  path: '/{account}/media_publish',
  operation: 'publishContainer',
  scope: scopes.publish,
  parameters: { creation_id: 'id!' },
  handle: (call, { person }, { creation_id }) => {
    requirePublisher(call, person);
    return call.commit((tx) => {
      const container = publishable(call, tx, person, creation_id);
      if (quotaUsage(call, tx, person) >= person.quotaTotal) refuse(call, publishErrors.quotaReached());
      const media = toMedia(call, container);
      mediaOf(person.userId).put(tx, media.id, media);
      containersOf(person.userId).put(tx, container.id, { ...container, publishedAs: media.id });
      addToLedger(tx, person, media);
      return { id: media.id };
    });
  },
});

export const getPublishingLimit = graphRoute({
  method: 'GET',
  path: '/{account}/content_publishing_limit',
  operation: 'getPublishingLimit',
  scope: scopes.publish,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields = 'quota_usage' }) => {
    const known: Readonly<Record<string, unknown>> = {
      config: { quota_total: person.quotaTotal, quota_duration: limits.quotaMs / 1000 },
      quota_usage: quotaUsage(call, call.store, person),
    };
    const names = fields.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !Object.hasOwn(known, name));
    if (unknown !== undefined) {
      refuseParameter(call, `Tried accessing nonexisting field (${unknown}) on node type (ContentPublishingLimit)`);
    }
    return { data: [Object.fromEntries(names.map((name) => [name, known[name]]))] };
  },
});

/** Posts from the Instagram app do not count. */
function quotaUsage(call: Call, reader: Reader, { userId }: Person): number {
  const since = call.clock.now() - limits.quotaMs;
  return mediaOf(userId)
    .all(reader)
    .filter(({ publishedAt, isNative }) => publishedAt > since && isNative !== true).length;
}

function publishable(call: Call, tx: Tx, { userId }: Person, id: string): Container {
  const container = containersOf(userId).get(tx, id) ?? refuse(call, publishErrors.notFound(id));
  if (container.kind === 'item') {
    refuseParameter(call, 'Invalid parameter', 'An item of a carousel cannot be published on its own.');
  }
  switch (statusOf(container, call.clock.now())) {
    case 'FINISHED':
      return container;
    case 'IN_PROGRESS':
    case 'ERROR':
      return refuse(call, publishErrors.notReady());
    case 'PUBLISHED':
      return refuse(call, publishErrors.notFound(id));
    case 'EXPIRED':
      return refuse(call, publishErrors.expired(id));
  }
}

function toMedia(call: Call, { kind, files, caption, altText }: Container): Media {
  const newId = (): string => newMediaId(call.random);
  const isVideo = files[0]?.type === 'video';
  return {
    id: newId(),
    mediaType: kind === 'carousel' ? 'CAROUSEL_ALBUM' : isVideo ? 'VIDEO' : 'IMAGE',
    productType: productTypes[kind],
    shortcode: `D${call.random.text(10)}`,
    files,
    childIds: kind === 'carousel' ? files.map(newId) : [],
    publishedAt: call.clock.now(),
    commentsCount: 0,
    ...defined({ caption, altText }),
  };
}

export function addToLedger(tx: Tx, person: Person, media: Media): void {
  ledger.add(tx, {
    platform: 'instagram',
    account: person.username,
    accountId: person.userId,
    id: media.id,
    url: permalinkOf(person, media),
    text: media.caption ?? '',
    media: media.files,
    parentId: null,
    createdAt: new Date(media.publishedAt).toISOString(),
    deletedAt: null,
  });
}
