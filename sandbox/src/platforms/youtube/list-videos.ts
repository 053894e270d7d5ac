import { json } from '../../core/wire/reply.ts';
import { apiRoute, readParts } from './api-route.ts';
import { refuse } from './errors.ts';
import { limits, scopes, units } from './limits.ts';
import { persons } from './persons.ts';
import { etagOf, statisticsOfVideo, videoView } from './video-view.ts';
import { videos } from './videos.ts';

/** Includes other people's videos unless private; leaves out unknown ones. */
export const listVideos = apiRoute({
  method: 'GET',
  path: '/youtube/v3/videos',
  operation: 'listVideos',
  scopes: [scopes.all, scopes.read, scopes.manage],
  cost: { units: units.list },
  query: { part: 'string!', id: 'string!' },
  handle: (call, person, { part, id }) => {
    const requestedParts = readParts(part, ['id', 'snippet', 'statistics']);
    const ids = id.split(',');
    if (ids.length > limits.listMax) refuse(tooManyIds);
    const shown = ids
      .flatMap((each) => videos.get(call.store, each) ?? [])
      .filter(({ ownerId, privacyStatus }) => ownerId === person.id || privacyStatus !== 'private')
      .filter(({ isDeleted }) => !isDeleted);
    const items = shown.map((video) => {
      const { views, likes, comments } = statisticsOfVideo(call, video);
      const statistics = {
        viewCount: String(views),
        likeCount: String(likes),
        favoriteCount: '0',
        ...(!video.selfDeclaredMadeForKids && { commentCount: String(comments) }),
      };
      const owner = persons.get(call.store, video.ownerId);
      const hasSnippet = requestedParts.includes('snippet') && owner !== undefined;
      return {
        kind: 'youtube#video',
        ...(hasSnippet && videoView(video, owner, ['snippet'])),
        etag: etagOf([video, statistics]),
        id: video.id,
        ...(requestedParts.includes('statistics') && { statistics }),
      };
    });
    return json(200, {
      kind: 'youtube#videoListResponse',
      etag: etagOf(items),
      items,
      pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    });
  },
});

const tooManyIds = {
  code: 400,
  reason: 'invalidFilters',
  message: 'The request specifies an invalid filter parameter.',
  domain: 'youtube.parameter',
  location: 'parameters.',
  locationType: 'other',
} as const;
