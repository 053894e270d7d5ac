import { Type } from 'typebox';
import type { DraftPost, Issue, Limits } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions } from '../shared/read-options.ts';
import { checkThread, ThreadItems } from '../shared/thread-items.ts';

const megabyte = 1_000_000;

export const options = Type.Object({
  replySettings: Type.Optional(
    Type.Enum(['following', 'mentionedUsers'], { description: 'Who may reply. Omitted: everyone.' }),
  ),
  threadItems: Type.Optional(ThreadItems),
});

export const limits: Limits = {
  text: { max: 280, unit: 'weighted' },
  media: {
    isRequired: false,
    countMax: 4,
    rules: [
      { type: 'image', contentTypes: ['image/jpeg', 'image/png', 'image/webp'], sizeBytesMax: 5 * megabyte },
      { type: 'gif', contentTypes: ['image/gif'], sizeBytesMax: 15 * megabyte, isAlone: true },
      {
        type: 'video',
        contentTypes: ['video/mp4', 'video/quicktime'],
        sizeBytesMax: 512 * megabyte,
        isAlone: true,
        durationMs: { min: 500, max: 140_000 },
        videoCodecs: ['avc'],
      },
    ],
  },
};

export function check(post: DraftPost): Issue[] {
  return [...checkLimits(limits, post), ...checkThread(limits, post), ...readOptions(options, post.settings).issues];
}
