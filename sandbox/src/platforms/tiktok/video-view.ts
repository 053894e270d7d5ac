import type { Call } from '../../core/platform.ts';
import { statisticsOf, type Statistics } from '../../core/state/statistics.ts';
import { refuseParameter } from './errors.ts';
import { profileUrlOf, type Person } from './persons.ts';
import type { Publication } from './publications.ts';

type Shown = { readonly post: Publication; readonly person: Person; readonly statistics: Statistics };

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
  like_count: ({ statistics }) => statistics.likes,
  comment_count: ({ statistics }) => statistics.comments,
  share_count: ({ statistics }) => statistics.shares,
  view_count: ({ statistics }) => statistics.views,
};

export function videoView(call: Call, person: Person): (post: Publication) => object {
  const requestedFields = (call.request.query.get('fields') ?? '').split(',').filter((name) => name !== '');
  if (requestedFields.length === 0) refuseParameter(call, 'Fields is required');
  const strange = requestedFields.find((name) => fields[name] === undefined);
  if (strange !== undefined) refuseParameter(call, `Invalid fields: ${strange}`);
  return (post) => {
    const shown = { post, person, statistics: statisticsOfPost(call, post) };
    return Object.fromEntries(requestedFields.map((name) => [name, fields[name]?.(shown)]));
  };
}

export function statisticsOfPost({ store, clock }: Call, { postId = '', takenAt = 0 }: Publication): Statistics {
  return statisticsOf(store, clock.now(), { platform: 'tiktok', id: postId, createdAt: takenAt });
}
