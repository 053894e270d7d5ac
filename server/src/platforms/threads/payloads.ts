import type { Media, Post, ThreadPart } from '../adapter.ts';
import type { Contents } from '../meta/containers.ts';
import { readOptions } from '../shared/read-options.ts';
import { options } from './options.ts';

type Fields = Readonly<Record<string, string>>;

const controls = {
  everyone: 'everyone',
  accountsYouFollow: 'accounts_you_follow',
  mentionedOnly: 'mentioned_only',
};

export function firstContents(post: Post): Contents {
  const { replyControl } = readOptions(options, post.settings).options;
  return contentsOf(post, replyControl === undefined ? {} : { reply_control: controls[replyControl] });
}

export function replyContents(part: ThreadPart, replyTo: string): Contents {
  return contentsOf(part, { reply_to_id: replyTo });
}

function contentsOf({ text, media }: ThreadPart, more: Fields): Contents {
  const textFields: Fields = text === '' ? more : { text, ...more };
  const [first] = media;
  if (media.length > 1) {
    return {
      parts: media.map((item) => ({ fields: { is_carousel_item: 'true', ...sourceOf(item) }, isSlow: isVideo(item) })),
      isSlow: media.some(isVideo),
      fields: (partIds) => ({ media_type: 'CAROUSEL', children: partIds.join(','), ...textFields }),
    };
  }
  const source = first === undefined ? { media_type: 'TEXT' } : sourceOf(first);
  return { parts: [], isSlow: media.some(isVideo), fields: () => ({ ...source, ...textFields }) };
}

function sourceOf(media: Media): Fields {
  return isVideo(media) ? { media_type: 'VIDEO', video_url: media.url } : { media_type: 'IMAGE', image_url: media.url };
}

function isVideo({ type }: Media): boolean {
  return type === 'video';
}
