import { Type, type Static } from 'typebox';
import type { DraftPost } from '../adapter.ts';
import { handleReader } from '../shared/handle-reader.ts';
import { kindOf } from './options.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Decided once: what is known of a file may change while it is published. */
  kind: Type.Enum(['text', 'photos', 'reel', 'video']),
  /** By position; null until Facebook has it. */
  photos: Type.Array(Type.Union([Type.String(), Type.Null()])),
  /** Null until it has an id, which a reel has before it is published, and another video only afterwards. */
  video: Type.Union([Type.String(), Type.Null()]),
  /** Whether Facebook was told where the bytes of a reel are. */
  isUploaded: Type.Boolean(),
  /** Since the last change, for the length of the next wait. */
  pollCount: Type.Integer(),
  /** How often in a row a video that Facebook had accepted could not be asked about. */
  troubleCount: Type.Integer(),
  /** How often a reel was begun anew because Facebook had lost it. */
  renewalCount: Type.Integer(),
  /** Seen while preparing: it must not be sent, only looked up. */
  isPublished: Type.Boolean(),
});

export type Parts = Static<typeof schema>;

export const readHandle = handleReader(schema);

export function noParts(post: Pick<DraftPost, 'media'>): Parts {
  const kind = kindOf(post);
  return {
    v: 1,
    kind,
    photos: kind === 'photos' ? post.media.map(() => null) : [],
    video: null,
    isUploaded: false,
    pollCount: 0,
    troubleCount: 0,
    renewalCount: 0,
    isPublished: false,
  };
}

const waitsMs = [5000, 10_000, 20_000, 40_000, 60_000];

export const pollWaitMs = ({ pollCount }: Parts): number => waitsMs[pollCount] ?? 60_000;

/** Counts no further than the waits grow: a handle that stays the same shows that nothing moves. */
export function polledAgain(parts: Parts): Parts {
  return { ...parts, pollCount: Math.min(parts.pollCount + 1, waitsMs.length - 1) };
}
