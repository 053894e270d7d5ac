import { Type } from 'typebox';
import type { DraftPost, Issue, Limits } from '../adapter.ts';
import { checkLimits, checkTitle } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';

const megabyte = 1_000_000;
const titleMax = 100;

export const options = Type.Object({
  boardId: Type.Optional(
    Type.String({
      'x-column': 'pinterest_board_id',
      pattern: '^[0-9]{1,25}$',
      'x-rule': 'must be the ID of a board: 1 to 25 digits, such as 549755885175',
      description: 'Omitted: the default board of the account.',
    }),
  ),
  title: Type.Optional(
    Type.String({
      'x-column': 'pinterest_title',
      minLength: 1,
      description: 'At most 100 characters. Omitted: the title of the post.',
    }),
  ),
  link: Type.Optional(
    Type.String({
      'x-column': 'pinterest_link',
      pattern: '^https?://',
      'x-rule': 'must be a URL, such as https://example.com/page',
      maxLength: 2048,
      description: 'The URL that the pin opens.',
    }),
  ),
  altText: Type.Optional(Type.String({ maxLength: 500, description: 'Alternative text of the image.' })),
  coverImageUrl: Type.Optional(
    Type.String({
      'x-column': 'pinterest_cover_image_url',
      pattern: '^https?://',
      'x-rule': 'must be a URL, such as https://example.com/page',
      maxLength: 2048,
      description: 'The cover of a video. Alternative to `coverImageKeyFrameTime`.',
    }),
  ),
  coverImageKeyFrameTime: Type.Optional(
    Type.Number({
      'x-column': 'pinterest_cover_image_key_frame_time',
      minimum: 0,
      default: 0,
      description: 'The second of the video to use as its cover, rounded down to whole seconds.',
    }),
  ),
});

export const limits: Limits = {
  text: { max: 800, unit: 'characters' },
  media: {
    isRequired: true,
    countMax: 5,
    rules: [
      { type: 'image', contentTypes: ['image/jpeg', 'image/png'], sizeBytesMax: 20 * megabyte },
      {
        type: 'video',
        contentTypes: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
        sizeBytesMax: 2000 * megabyte,
        isAlone: true,
        durationMs: { min: 4000, max: 900_000 },
        videoCodecs: ['avc', 'hevc'],
      },
    ],
  },
};

export function titleOf({ title, settings }: Pick<DraftPost, 'title' | 'settings'>): { title: string; field: string } {
  const own = settings['title'];
  return typeof own === 'string' && own !== '' ? { title: own, field: 'settings.title' } : { title, field: 'title' };
}

export function check(post: DraftPost): Issue[] {
  const { issues, options: settings } = readOptions(options, post.settings);
  const { title, field } = titleOf(post);
  const hasBoard = post.settings['boardId'] !== undefined && post.settings['boardId'] !== null;
  const hasTwoCovers = settings.coverImageUrl !== undefined && settings.coverImageKeyFrameTime !== undefined;
  return [
    ...checkLimits(limits, post),
    ...issues,
    ...checkTitle(title, { field, max: titleMax }),
    ...(hasBoard ? [] : [noBoard]),
    ...(hasTwoCovers
      ? [
          settingsIssue(
            'settings.coverImageKeyFrameTime',
            'coverImageUrl cannot be combined with coverImageKeyFrameTime: set one of them',
          ),
        ]
      : []),
  ];
}

const noBoard: Issue = {
  rule: 'boardRequired',
  severity: 'error',
  field: 'settings.boardId',
  message: 'A board is required: set boardId, or choose a default board for the account',
};
