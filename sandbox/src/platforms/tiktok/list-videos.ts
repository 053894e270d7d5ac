import type { Call } from '../../core/platform.ts';
import { apiRoute, jsonBody, readBody } from './api-route.ts';
import { refuseParameter } from './errors.ts';
import { limits, processing, scopes } from './limits.ts';
import { profileUrlOf, type Person } from './persons.ts';
import { visiblePosts, type Publication } from './publications.ts';

const lagMs = 60_000;

type Shown = { readonly post: Publication; readonly person: Person };

const zero = (): number => 0;
const link = ({ post, person }: Shown): string => `${profileUrlOf(person)}/${post.kind}/${post.postId ?? ''}`;
const fields: Readonly<Record<string, (shown: Shown) => unknown>> = {
  id: ({ post }) => post.postId,
  create_time: ({ post }) => Math.floor((post.takenAt ?? 0) / 1000),
  cover_image_url: ({ post }) => `https://p16-sign.tiktokcdn.com/covers/${post.postId ?? ''}.jpeg`,
  share_url: (shown) => `${link(shown)}?utm_campaign=tt4d_open_api`,
  video_description: ({ post }) => (post.kind === 'video' ? post.title : post.description),
  duration: ({ post }) => (post.kind === 'video' ? 5 : 0),
  height: () => 1024,
  width: () => 576,
  title: ({ post }) => post.title,
  embed_link: ({ post }) => `https://www.tiktok.com/embed/v2/${post.postId ?? ''}`,
  like_count: zero,
  comment_count: zero,
  share_count: zero,
  view_count: zero,
};

/** Public posts, newest first. */
export const listVideos = apiRoute({
  method: 'POST',
  path: '/video/list/',
  operation: 'listVideos',
  scopes: [scopes.list],
  rate: 'other',
  query: ['fields'],
  handle: (call, { person }) => {
    const requestedFields = (call.request.query.get('fields') ?? '').split(',').filter((name) => name !== '');
    if (requestedFields.length === 0) refuseParameter(call, 'Fields is required');
    const strange = requestedFields.find((name) => fields[name] === undefined);
    if (strange !== undefined) refuseParameter(call, `Invalid fields: ${strange}`);
    const body = readBody(call, jsonBody(call), { max_count: 'integer', cursor: 'integer' } as const);
    const { max_count: count = 10, cursor = Infinity } = body;
    if (count < 1 || count > limits.listMax) refuseParameter(call, `max_count must be 1 to ${limits.listMax}`);
    const publications = visible(call, person).filter(({ takenAt = 0 }) => takenAt < cursor);
    const page = publications.slice(0, count);
    return {
      videos: page.map((post) =>
        Object.fromEntries(requestedFields.map((name) => [name, fields[name]?.({ post, person })])),
      ),
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
    .reverse();
}
