import { Type, type Static } from 'typebox';
import { Count, Flag, Json, List, Nullable, PlatformName, Text } from './common.ts';

const TextLimits = Type.Object(
  {
    max: Count('The longest text.', 2200),
    maxWithMedia: Nullable(Count('The longest text with media, if it differs.', 1024)),
    unit: Text(
      'What is counted: `characters`, `utf16` units, `graphemes`, `bytes`, `emojiBytes` (an emoji counts its bytes) or ' +
        '`weighted` (URLs count 23, emoji and CJK characters 2).',
      'characters',
    ),
    hashtagsMax: Nullable(Count('The most hashtags.', 30)),
    mentionsMax: Nullable(Count('The most mentions.', 20)),
  },
  { description: 'Limits of the text.' },
);

const MediaLimits = Type.Object(
  {
    required: Flag('Whether every post needs a file.'),
    maxCount: Count('The most files.', 10),
    types: List(
      'The kinds of files that are accepted.',
      Type.Object({
        type: Text('The kind of file.', 'image'),
        contentTypes: List('Accepted content types.', Text('A content type.', 'image/jpeg')),
        maxBytes: Count('The largest file.', 8_388_608),
        maxCount: Nullable(Count('The most files of this kind.', 10)),
        alone: Flag('Whether nothing else can be attached.'),
        minDurationMs: Nullable(Count('The shortest duration.', 3000)),
        maxDurationMs: Nullable(Count('The longest duration.', 900_000)),
      }),
    ),
  },
  { description: 'Limits of the media.' },
);

export const Platform = Type.Object(
  {
    platform: PlatformName,
    label: Text('Name of the platform for humans.', 'Instagram'),
    aliases: List('Other values that requests accept for `platform`.', Text('An alias.', 'ig')),
    configured: Flag('Whether real accounts can be connected.'),
    sandboxAvailable: Flag('Whether sandbox accounts can be connected.'),
    connectMethod: Type.Enum(['oauth', 'form', 'code'], {
      description: 'How a person connects: on a page of the platform, with a form, or by sending a code.',
    }),
    capabilities: Type.Object(
      {
        publish: List(
          'What a post can be: `text` alone, or `image`, `gif`, `video`, `document` or several files (`carousel`).',
          Text('A kind of post.', 'image'),
        ),
        threads: Flag('Several posts that reply to each other.'),
        firstComment: Flag('A comment that is added after publishing.'),
        unpublish: Flag('Posts can be deleted from the platform.'),
        boards: Flag('Posts are published into boards.'),
        inbox: Flag('Direct messages can be read and sent.'),
        comments: Flag('Comments can be read and answered.'),
        metrics: Flag('Metrics of posts can be read.'),
        followers: Flag('The number of followers can be read.'),
        externalPosts: Flag('Posts that were published without Herald can be read.'),
      },
      { description: 'What Herald can do on the platform.' },
    ),
    limits: Type.Object(
      { text: TextLimits, media: MediaLimits },
      { description: 'The widest: some kinds of post allow less.' },
    ),
    settingsSchema: Json('JSON Schema of the `settings` of a target.'),
    scopes: List('Those that people are asked to grant.', Text('A scope.', 'instagram_business_basic')),
  },
  {
    title: 'Platform',
    'x-example': { aliases: [], settingsSchema: { type: 'object', properties: { firstComment: { type: 'string' } } } },
    description: 'A platform and what Herald can do on it.',
  },
);
export type Platform = Static<typeof Platform>;

export const PlatformList = Type.Object({ platforms: List('Every platform that Herald knows.', Platform) });
