import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Nullable } from './common.ts';

const Count = Type.Integer({ minimum: 0 });

const TextLimits = Type.Object({
  max: Count,
  maxWithMedia: Nullable(Count),
  unit: Type.String({
    description:
      'What is counted: `characters`, `utf16` units, `graphemes`, `bytes`, `emojiBytes` (an emoji counts its bytes) or ' +
      '`weighted` (URLs count 23, emoji and CJK characters 2).',
  }),
  hashtagsMax: Nullable(Count),
  mentionsMax: Nullable(Count),
});

const MediaLimits = Type.Object({
  required: Type.Boolean(),
  maxCount: Count,
  types: Type.Array(
    Type.Object({
      type: Type.String(),
      contentTypes: Type.Array(Type.String()),
      maxBytes: Count,
      maxCount: Nullable(Count),
      alone: Type.Boolean({ description: 'Whether nothing else can be attached.' }),
      minDurationMs: Nullable(Count),
      maxDurationMs: Nullable(Count),
    }),
  ),
});

export const Platform = Type.Object(
  {
    platform: PlatformName,
    label: Type.String(),
    aliases: Type.Array(Type.String()),
    configured: Type.Boolean({ description: 'Whether real accounts can be connected.' }),
    sandboxAvailable: Type.Boolean(),
    connectMethod: Type.Enum(['oauth', 'form', 'code']),
    capabilities: Type.Object({
      publish: Type.Array(Type.String(), {
        description:
          'What a post can be: `text` alone, or `image`, `gif`, `video`, `document` or several files (`carousel`).',
      }),
      threads: Type.Boolean(),
      firstComment: Type.Boolean(),
      unpublish: Type.Boolean(),
      boards: Type.Boolean(),
      inbox: Type.Boolean(),
      comments: Type.Boolean(),
      metrics: Type.Boolean(),
      followers: Type.Boolean(),
      externalPosts: Type.Boolean(),
    }),
    limits: Type.Object(
      { text: TextLimits, media: MediaLimits },
      { description: 'The widest: some kinds of post allow less.' },
    ),
    settingsSchema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'JSON Schema of the `settings` of a target.',
    }),
    scopes: Type.Array(Type.String(), { description: 'Those that people are asked to grant.' }),
  },
  { title: 'Platform' },
);
export type Platform = Static<typeof Platform>;

export const PlatformList = Type.Object({ platforms: Type.Array(Platform) });
