import { Type, type Static } from 'typebox';
import type { DraftPost } from '../adapter.ts';
import { publishStateReader } from '../shared/publish-state-reader.ts';
import { kindOf } from './options.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Decided once: the facts about a file may change while it is published. */
  kind: Type.Enum(['text', 'photos', 'reel', 'video']),
  photos: Type.Array(Type.Union([Type.String(), Type.Null()])),
  /** Null until known: before publishing for a reel, afterwards for other videos. */
  video: Type.Union([Type.String(), Type.Null()]),
  isUploaded: Type.Boolean(),
  pollCount: Type.Integer(),
  troubleCount: Type.Integer(),
  /** How often Facebook lost the reel and it was started again. */
  renewalCount: Type.Integer(),
  isPublished: Type.Boolean(),
});

export type Parts = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);

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

/** Stops counting with the last wait: an unchanged publish state shows that there is no progress. */
export function polledAgain(parts: Parts): Parts {
  return { ...parts, pollCount: Math.min(parts.pollCount + 1, waitsMs.length - 1) };
}
