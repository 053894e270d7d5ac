import { Type } from 'typebox';
import type { DraftPost, Limits, MediaFacts } from '../adapter.ts';

const megabyte = 1_000_000;
const second = 1000;

export const options = Type.Object({
  link: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      'x-rule': 'must be a URL without spaces, such as https://example.com/page',
      maxLength: 2048,
      description: 'A URL shown as a preview below the text. Cannot be combined with media.',
    }),
  ),
  firstComment: Type.Optional(
    Type.String({
      'x-column': 'facebook_first_comment',
      minLength: 1,
      maxLength: 8000,
      description: 'Added below the post after it is published.',
    }),
  ),
});

export const limits: Limits = {
  text: { max: 63_206, unit: 'characters' },
  media: {
    isRequired: false,
    countMax: 10,
    rules: [
      { type: 'image', contentTypes: ['image/jpeg', 'image/png'], sizeBytesMax: 10 * megabyte },
      {
        type: 'video',
        contentTypes: ['video/mp4', 'video/quicktime'],
        // Facebook fetches no more than this from a URL.
        sizeBytesMax: 1000 * megabyte,
        countMax: 1,
        isAlone: true,
        durationMs: { min: second, max: 240 * 60 * second },
      },
    ],
  },
};

type PostKind = 'text' | 'photos' | 'reel' | 'video';

/**
 * A reel has an ID before it is published, so it can be looked up after a lost response: every video that qualifies
 * becomes a reel.
 */
export function kindOf({ media }: Pick<DraftPost, 'media'>): PostKind {
  const [first] = media;
  if (first === undefined) return 'text';
  if (first.type !== 'video') return 'photos';
  return canBeReel(first) ? 'reel' : 'video';
}

const reel = { durationMs: { min: 3 * second, max: 90 * second }, widthMin: 540, heightMin: 960, ratio: 9 / 16 };
const ratioTolerance = 0.01;

function canBeReel({ durationMs = 0, width = 0, height = 0 }: MediaFacts): boolean {
  const isRightLength = durationMs >= reel.durationMs.min && durationMs <= reel.durationMs.max;
  const isLargeEnough = width >= reel.widthMin && height >= reel.heightMin;
  return isRightLength && isLargeEnough && Math.abs(width / height - reel.ratio) <= ratioTolerance;
}
