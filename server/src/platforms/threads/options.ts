import { Type } from 'typebox';
import type { DraftPost, Issue, Limits } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions } from '../shared/read-options.ts';
import { checkThread, ThreadItems } from '../shared/thread-items.ts';

const megabyte = 1_000_000;

export const options = Type.Object({
  replyControl: Type.Optional(
    Type.Enum(['everyone', 'accountsYouFollow', 'mentionedOnly'], {
      default: 'everyone',
      description: 'Who may reply.',
    }),
  ),
  threadItems: Type.Optional(ThreadItems),
});

export const limits: Limits = {
  text: { max: 500, unit: 'emojiBytes' },
  media: {
    isRequired: false,
    countMax: 10,
    rules: [
      {
        type: 'image',
        contentTypes: ['image/jpeg', 'image/png'],
        sizeBytesMax: 8 * megabyte,
        widthMax: 1440,
        ratio: { min: 0.1, max: 10 },
      },
      {
        type: 'video',
        contentTypes: ['video/mp4', 'video/quicktime'],
        sizeBytesMax: 1000 * megabyte,
        durationMs: { min: 0, max: 300_000 },
      },
    ],
  },
};

export function check(post: DraftPost): Issue[] {
  return [...checkLimits(limits, post), ...checkThread(limits, post), ...readOptions(options, post.settings).issues];
}
