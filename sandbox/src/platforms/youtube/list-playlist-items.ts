import type { Call } from '../../core/platform.ts';
import { json } from '../../core/wire/reply.ts';
import { apiRoute, readParts } from './api-route.ts';
import { refuse, refuseValue } from './errors.ts';
import { limits, scopes, units } from './limits.ts';
import { channelId, uploadsId, type Person } from './persons.ts';
import { etagOf, thumbnailsOf, wireInstant } from './video-view.ts';
import { videosOf, type Video } from './videos.ts';

const parts = ['id', 'snippet', 'contentDetails', 'status'] as const;
const lagMs = 60_000;

/** Includes private uploads. */
export const listPlaylistItems = apiRoute({
  method: 'GET',
  path: '/youtube/v3/playlistItems',
  operation: 'listPlaylistItems',
  scopes: [scopes.all, scopes.read, scopes.manage],
  cost: { units: units.list },
  query: { part: 'string!', playlistId: 'string!', maxResults: 'integer', pageToken: 'string' },
  handle: (call, person, { part, playlistId, maxResults = limits.listDefault, pageToken }) => {
    const requestedParts = readParts(part, parts);
    if (!person.hasChannel || playlistId !== uploadsId(person)) refuse(notFound);
    if (maxResults < 0 || maxResults > limits.listMax) refuseValue('maxResults', `Invalid value: ${maxResults}`);
    const start = startOf(pageToken);
    const all = visible(call, person);
    const end = start + maxResults;
    const items = all.slice(start, end).map((video, index) => {
      const views = partsOf(video, person, start + index);
      const shown: Record<string, unknown> = Object.fromEntries(
        requestedParts.flatMap((name) => (name === 'id' ? [] : [[name, views[name]]])),
      );
      const id = Buffer.from(`${playlistId}.${video.id}`).toString('base64url');
      return { kind: 'youtube#playlistItem', etag: etagOf(video), id, ...shown };
    });
    return json(200, {
      kind: 'youtube#playlistItemListResponse',
      etag: etagOf(items),
      ...(end < all.length && { nextPageToken: tokenOf(end) }),
      items,
      pageInfo: { totalResults: all.length, resultsPerPage: maxResults },
    });
  },
});

const notFound = {
  code: 404,
  reason: 'playlistNotFound',
  message: 'The playlist identified with the request’s playlistId parameter cannot be found.',
  domain: 'youtube.playlistItem',
  location: 'playlistId',
  locationType: 'parameter',
} as const;

const tokenOf = (start: number): string => Buffer.from(`PT:${start}`).toString('base64url');

function startOf(pageToken: string | undefined): number {
  if (pageToken === undefined) return 0;
  const match = /^PT:(\d+)$/.exec(Buffer.from(pageToken, 'base64url').toString());
  return match === null ? refuseValue('pageToken', 'The request specifies an invalid page token.') : Number(match[1]);
}

function visible(call: Call, person: Person): Video[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  return videosOf(call.store, person.id)
    .filter(({ createdAt }) => createdAt <= until)
    .reverse()
    .sort((one, other) => other.createdAt - one.createdAt);
}

function partsOf(video: Video, person: Person, position: number) {
  const { id, title, description, createdAt, privacyStatus } = video;
  const publishedAt = wireInstant(createdAt);
  return {
    snippet: {
      publishedAt,
      channelId: channelId(person),
      title,
      description,
      thumbnails: thumbnailsOf(`https://i.ytimg.com/vi/${id}`),
      channelTitle: person.title,
      playlistId: uploadsId(person),
      position,
      resourceId: { kind: 'youtube#video', videoId: id },
    },
    contentDetails: { videoId: id, ...(privacyStatus !== 'private' && { videoPublishedAt: publishedAt }) },
    status: { privacyStatus },
  };
}
