import type { PostRow } from '../../../db/post-rows.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import { metadataBytesMax } from '../model/limits.ts';

export type PostContent = Pick<
  PostRow,
  'title' | 'content' | 'timezone' | 'tags' | 'hashtags' | 'mentions' | 'metadata' | 'lateMinutesMax' | 'lateOtherwise'
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
  lateMinutesMax: 1440,
  lateOtherwise: 'hold',
};

export function readContent(input: ContentInput, before: PostContent = empty): PostContent {
  const { maxMinutes = before.lateMinutesMax, otherwise = before.lateOtherwise } = input.lateness ?? {};
  return {
    title: input.title ?? before.title,
    content: input.content ?? before.content,
    timezone: input.timezone ?? before.timezone,
    tags: input.tags ?? before.tags,
    hashtags: input.hashtags === undefined ? before.hashtags : stripped('hashtags', input.hashtags, /^#+/),
    mentions: input.mentions === undefined ? before.mentions : stripped('mentions', input.mentions, /^@+/),
    metadata: input.metadata === undefined ? before.metadata : readMetadata(input.metadata),
    lateMinutesMax: maxMinutes,
    lateOtherwise: otherwise,
  };
}

function stripped(param: string, words: readonly string[], sign: RegExp): string[] {
  return words.map((word, index) => {
    const bare = word.trim().replace(sign, '').trim();
    if (bare !== '') return bare;
    const fieldPath = `${param}[${index}]`;
    throw new AppError('validation', `${fieldPath} must have text after its # or @`, { param: fieldPath });
  });
}

function readMetadata(metadata: Record<string, unknown> | null): PostContent['metadata'] {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes <= metadataBytesMax) return metadata;
  throw new AppError('validation', `metadata has ${bytes} bytes as JSON, but at most ${metadataBytesMax} are allowed`, {
    param: 'metadata',
  });
}
