import type { Call } from '../../core/platform.ts';
import { followersOf } from '../../core/state/statistics.ts';
import { json } from '../../core/wire/reply.ts';
import { apiRoute, readParts } from './api-route.ts';
import { refuse, refuseValue } from './errors.ts';
import { limits, scopes, units } from './limits.ts';
import { channelId, uploadsId, type Person } from './persons.ts';
import { etagOf, statisticsOfVideo, thumbnailsOf } from './video-view.ts';
import { videosOf } from './videos.ts';

const parts = ['id', 'snippet', 'contentDetails', 'statistics'] as const;

/** Empty without a channel. */
export const listChannels = apiRoute({
  method: 'GET',
  path: '/youtube/v3/channels',
  operation: 'listChannels',
  scopes: [scopes.all, scopes.read, scopes.manage],
  cost: { units: units.list },
  query: { part: 'string!', mine: 'boolean', maxResults: 'integer' },
  handle: (call, person, { part, mine, maxResults = limits.listDefault }) => {
    const requestedParts = readParts(part, parts);
    if (mine !== true) refuse(noFilter);
    if (maxResults < 0 || maxResults > limits.listMax) refuseValue('maxResults', `Invalid value: ${maxResults}`);
    const count = person.hasChannel ? 1 : 0;
    const views = partsOf(call, person);
    const item = {
      kind: 'youtube#channel',
      etag: etagOf(person),
      id: channelId(person),
      ...Object.fromEntries(requestedParts.flatMap((name) => (name === 'id' ? [] : [[name, views[name]]]))),
    };
    return json(200, {
      kind: 'youtube#channelListResponse',
      etag: etagOf([person, requestedParts]),
      pageInfo: { totalResults: count, resultsPerPage: maxResults },
      ...(count > 0 && { items: [item] }),
    });
  },
});

const noFilter = {
  code: 400,
  reason: 'missingRequiredParameter',
  message: 'No filter selected. Expected one of: id, mine, forHandle',
  domain: 'youtube.parameter',
  locationType: 'parameter',
} as const;

function partsOf(call: Call, person: Person) {
  const { handle, title, hidesSubscriberCount } = person;
  const videos = videosOf(call.store, person.id);
  const viewCount = videos.reduce((sum, video) => sum + statisticsOfVideo(call, video).views, 0);
  return {
    snippet: {
      title,
      description: '',
      customUrl: `@${handle}`,
      publishedAt: '2020-02-02T02:02:02Z',
      thumbnails: thumbnailsOf(`https://yt3.ggpht.com/ytc/${person.id}`),
      localized: { title, description: '' },
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: uploadsId(person) } },
    statistics: {
      viewCount: String(viewCount),
      ...(!hidesSubscriberCount && { subscriberCount: String(subscribersOf(call, person)) }),
      hiddenSubscriberCount: hidesSubscriberCount,
      videoCount: String(videos.length),
    },
  };
}

function subscribersOf({ store, clock }: Call, person: Person): number {
  const account = { platform: 'youtube', id: channelId(person), followersCount: person.subscriberCount };
  return followersOf(store, clock.now(), account);
}
