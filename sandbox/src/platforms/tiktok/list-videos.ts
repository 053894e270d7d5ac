import type { Call } from '../../core/platform.ts';
import { apiRoute, jsonBody, readBody } from './api-route.ts';
import { refuseParameter } from './errors.ts';
import { limits, processing, scopes } from './limits.ts';
import type { Person } from './persons.ts';
import { visiblePosts, type Publication } from './publications.ts';
import { videoView } from './video-view.ts';

const lagMs = 60_000;

export const listVideos = apiRoute({
  method: 'POST',
  path: '/video/list/',
  operation: 'listVideos',
  scopes: [scopes.list],
  rate: 'other',
  query: ['fields'],
  handle: (call, { person }) => {
    const view = videoView(call, person);
    const body = readBody(call, jsonBody(call), { max_count: 'integer', cursor: 'integer' } as const);
    const { max_count: count = 10, cursor = Infinity } = body;
    if (count < 1 || count > limits.listMax) refuseParameter(call, `max_count must be 1 to ${limits.listMax}`);
    const publications = visible(call, person).filter(({ takenAt = 0 }) => takenAt < cursor);
    const page = publications.slice(0, count);
    return {
      videos: page.map(view),
      cursor: page.at(-1)?.takenAt ?? call.clock.now(),
      has_more: publications.length > count,
    };
  },
});

function visible(call: Call, person: Person): Publication[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  return visiblePosts(call.store, person, call.clock.now())
    .filter(
      ({ kind, readyAt = 0 }) => readyAt + processing.moderationMs <= until && (kind === 'video' || person.listsPhotos),
    )
    .reverse()
    .sort((one, other) => (other.takenAt ?? 0) - (one.takenAt ?? 0));
}
