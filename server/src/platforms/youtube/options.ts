import { Type } from 'typebox';
import type { DraftPost, Issue, Limits } from '../adapter.ts';
import { checkLimits, checkTitle } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { tagsLength, tagsOf, titleOf } from './snippet.ts';

const tagsMax = 500;
const titleMax = 100;
const hourMs = 3_600_000;

export const options = Type.Object({
  title: Type.Optional(
    Type.String({
      'x-column': 'youtube_title',
      minLength: 1,
      description: 'At most 100 characters. Omitted: the title of the post, else its first line.',
    }),
  ),
  privacyStatus: Type.Optional(
    Type.Enum(['public', 'unlisted', 'private'], {
      'x-column': 'visibility',
      default: 'public',
      description: 'Who sees the video.',
    }),
  ),
  tags: Type.Optional(
    Type.Union([Type.Array(Type.String({ minLength: 1 })), Type.String()], {
      description:
        'A list, or one string separated by commas; at most 500 characters in total. Omitted: the tags of the post.',
    }),
  ),
  categoryId: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,3}$',
      'x-rule': 'must be the number of a category, 1 to 3 digits, such as 22',
      default: '22',
      description: 'The number of a YouTube category.',
    }),
  ),
  madeForKids: Type.Optional(Type.Boolean({ default: false, description: 'Whether the video is made for children.' })),
  notifySubscribers: Type.Optional(Type.Boolean({ default: true, description: 'Whether subscribers are notified.' })),
});

export const limits: Limits = {
  text: { max: 5000, unit: 'bytes' },
  media: {
    isRequired: true,
    countMax: 1,
    rules: [
      {
        type: 'video',
        contentTypes: [
          'video/mp4',
          'video/quicktime',
          'video/webm',
          'video/mpeg',
          'video/avi',
          'video/x-msvideo',
          'video/x-m4v',
        ],
        sizeBytesMax: 274_877_906_944,
        durationMs: { min: 0, max: 12 * hourMs },
      },
    ],
  },
};

export function check(post: DraftPost): Issue[] {
  const { issues, options: settings } = readOptions(options, post.settings);
  const { title, field } = titleOf(post);
  return [...checkLimits(limits, post), ...issues, ...checkName(title, field), ...checkTags(post, settings.tags)];
}

function checkName(title: string, field: string): Issue[] {
  if (title !== '') return checkTitle(title, { field, max: titleMax });
  return [{ rule: 'textRequired', severity: 'error', field: 'title', message: 'A title or text is required' }];
}

function checkTags(post: DraftPost, ownTags: unknown): Issue[] {
  const actual = tagsLength(tagsOf(post));
  if (actual <= tagsMax) return [];
  const field = ownTags === undefined ? 'tags' : 'settings.tags';
  return [
    {
      ...settingsIssue(field, `The tags have ${actual} characters, but at most ${tagsMax} are allowed`),
      limit: tagsMax,
      actual,
    },
  ];
}
