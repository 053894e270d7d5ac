import { Type } from 'typebox';
import type { DraftPost, Limits, MediaRule } from '../adapter.ts';
import { readOptions } from '../shared/read-options.ts';

const megabyte = 1_000_000;
const second = 1000;

const Username = Type.String({
  description: 'A username, with or without `@`.',
  pattern: '^@?[A-Za-z0-9._]{1,30}$',
  'x-rule': 'must be usernames of 1 to 30 letters, digits, dots and underscores, such as ada.lovelace',
});
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const options = Type.Object({
  postType: Type.Optional(
    Type.Enum(['feed', 'story', 'reel', 'carousel'], {
      'x-column': 'instagram_content_type',
      description: 'Omitted: carousel for several items, reel for one video, else feed.',
    }),
  ),
  collaborators: Type.Optional(
    Type.Array(Username, {
      'x-column': 'instagram_collaborators',
      maxItems: 3,
      description: 'Usernames of accounts that are invited as collaborators.',
    }),
  ),
  userTags: Type.Optional(
    Type.Array(
      Type.Object({
        username: Username,
        x: Share('Distance from the left edge, as a share of the width.'),
        y: Share('Distance from the top edge, as a share of the height.'),
      }),
      { description: 'Accounts that are tagged in the image.' },
    ),
  ),
  firstComment: Type.Optional(
    Type.String({
      'x-column': 'instagram_first_comment',
      minLength: 1,
      maxLength: 2200,
      description: 'Added below the post after it is published.',
    }),
  ),
  shareToFeed: Type.Optional(
    Type.Boolean({ default: true, description: 'Reels only: whether it also appears in the feed.' }),
  ),
});

export type PostType = 'feed' | 'story' | 'reel' | 'carousel';

export function postTypeOf({ settings, media }: Pick<DraftPost, 'settings' | 'media'>): PostType {
  const { postType } = readOptions(options, settings).options;
  if (postType !== undefined) return postType;
  if (media.length > 1) return 'carousel';
  return media[0]?.type === 'video' ? 'reel' : 'feed';
}

const image: MediaRule = {
  type: 'image',
  contentTypes: ['image/jpeg'],
  sizeBytesMax: 8 * megabyte,
  widthMax: 1440,
};
const feedImage: MediaRule = { ...image, ratio: { min: 0.8, max: 1.91 } };
const video: MediaRule = {
  type: 'video',
  contentTypes: ['video/mp4', 'video/quicktime'],
  videoCodecs: ['avc', 'hevc'],
  sizeBytesMax: 300 * megabyte,
  durationMs: { min: 3 * second, max: 15 * 60 * second },
};
const storyVideo: MediaRule = {
  ...video,
  sizeBytesMax: 100 * megabyte,
  durationMs: { min: 3 * second, max: 60 * second },
};

export const carouselCountMin = 2;

export const limits: Limits = limitsOver(10, [feedImage, video]);

export const limitsByType: Readonly<Record<PostType, Limits>> = {
  feed: limitsOver(1, [feedImage, video]),
  story: limitsOver(1, [image, storyVideo]),
  reel: limitsOver(1, [video]),
  carousel: limits,
};

function limitsOver(countMax: number, rules: readonly MediaRule[]): Limits {
  return {
    text: { max: 2200, unit: 'characters' },
    hashtagsMax: 30,
    mentionsMax: 20,
    media: { isRequired: true, countMax, rules },
  };
}
