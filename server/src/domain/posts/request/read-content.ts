import type { PostRow } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import { metadataBytesMax } from '../model/limits.ts';

/** The content of a post without media and targets. */
export type PostContent = Pick<
  PostRow,
  | 'title'
  | 'content'
  | 'timezone'
  | 'tags'
  | 'hashtags'
  | 'mentions'
  | 'metadata'
  | 'late_minutes_max'
  | 'late_otherwise'
>;

type ContentInput = Omit<CreatePost, 'metadata'> & { metadata?: Record<string, unknown> | null };

const empty: PostContent = {
  title: '',
  content: '',
  timezone: 'UTC',
  tags: [],
  hashtags: [],
  mentions: [],
  metadata: null,
  late_minutes_max: 1440,
  late_otherwise: 'hold',
};

/** Fields that are not given keep their value. */
export function readContent(given: ContentInput, before: PostContent = empty): PostContent {
  const { maxMinutes = before.late_minutes_max, otherwise = before.late_otherwise } = given.lateness ?? {};
  return {
    title: given.title ?? before.title,
    content: given.content ?? before.content,
    timezone: given.timezone ?? before.timezone,
    tags: given.tags ?? before.tags,
    hashtags: given.hashtags === undefined ? before.hashtags : stripped('hashtags', given.hashtags, /^#+/),
    mentions: given.mentions === undefined ? before.mentions : stripped('mentions', given.mentions, /^@+/),
    metadata: given.metadata === undefined ? before.metadata : readMetadata(given.metadata),
    late_minutes_max: maxMinutes,
    late_otherwise: otherwise,
  };
}

function stripped(param: string, words: readonly string[], sign: RegExp): string[] {
  return words.map((word, index) => {
    const bare = word.trim().replace(sign, '').trim();
    if (bare !== '') return bare;
    const place = `${param}[${index}]`;
    throw new AppError('validation', `${place} has nothing after its sign`, { param: place });
  });
}

function readMetadata(metadata: Record<string, unknown> | null): PostContent['metadata'] {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes <= metadataBytesMax) return metadata;
  throw new AppError('validation', `metadata takes ${bytes} bytes as JSON, at most ${metadataBytesMax}`, {
    param: 'metadata',
  });
}
