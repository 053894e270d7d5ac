import type { Media, Post } from '../adapter.ts';
import { readOptions } from '../shared/read-options.ts';
import { options, postTypeOf } from './options.ts';

type Fields = Record<string, string>;

/** Captions, tags and collaborators belong to the whole carousel. */
export function childFields(media: Media): Fields {
  const source: Fields = isVideo(media) ? { media_type: 'VIDEO', video_url: media.url } : { image_url: media.url };
  return { is_carousel_item: 'true', ...source };
}

export function containerFields(post: Post, childIds: readonly string[]): Fields {
  const [first] = post.media;
  const type = postTypeOf(post);
  if (type === 'carousel') {
    return { media_type: 'CAROUSEL', children: childIds.join(','), ...caption(post), ...collaborators(post) };
  }
  if (first === undefined) throw new Error('a post without media must be refused by the checks');
  if (type === 'story') return { media_type: 'STORIES', ...sourceOf(first) };
  return {
    // Instagram publishes every single video as a reel.
    ...(isVideo(first) ? { media_type: 'REELS', share_to_feed: String(sharesToFeed(post)) } : {}),
    ...sourceOf(first),
    ...caption(post),
    ...userTags(post, first),
    ...collaborators(post),
  };
}

export function isVideo({ type }: Pick<Media, 'type'>): boolean {
  return type === 'video';
}

function sourceOf(media: Media): Fields {
  return isVideo(media) ? { video_url: media.url } : { image_url: media.url };
}

function caption({ text }: Post): Fields {
  return text === '' ? {} : { caption: text };
}

function collaborators({ settings }: Post): Fields {
  const names = readOptions(options, settings).options.collaborators ?? [];
  return names.length === 0 ? {} : { collaborators: JSON.stringify(names.map(withoutAt)) };
}

/** Tags in videos have no coordinates. */
function userTags({ settings }: Post, media: Media): Fields {
  const tags = readOptions(options, settings).options.userTags ?? [];
  if (tags.length === 0) return {};
  const placed = tags.map(({ username, x, y }) => ({
    username: withoutAt(username),
    ...(isVideo(media) ? {} : { x, y }),
  }));
  return { user_tags: JSON.stringify(placed) };
}

function sharesToFeed({ settings }: Post): boolean {
  return readOptions(options, settings).options.shareToFeed ?? true;
}

function withoutAt(username: string): string {
  return username.replace(/^@/, '');
}
