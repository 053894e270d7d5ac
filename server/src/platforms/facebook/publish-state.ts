import { Type, type Static } from 'typebox';
import type { DraftPost } from '../adapter.ts';
import { publishStateReader } from '../shared/publish-state-reader.ts';
import { kindOf } from './options.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Decided once, because the facts about a file may change while it is published. */
  kind: Type.Enum(['text', 'photos', 'reel', 'video']),
  /** Photo IDs by position; null until uploaded. */
  photos: Type.Array(Type.Union([Type.String(), Type.Null()])),
  /** Null until known: before publishing for a reel, afterwards for other videos. */
  video: Type.Union([Type.String(), Type.Null()]),
  /** Whether Facebook has received the URL of the reel. */
  isUploaded: Type.Boolean(),
  /** Polls since the last change; determines the next wait. */
  pollCount: Type.Integer(),
  /** Failed polls in a row for a video that Facebook has accepted. */
  troubleCount: Type.Integer(),
  /** How often the reel was started again because Facebook had lost it. */
  renewalCount: Type.Integer(),
  /** Already published when prepared: it must be looked up, not sent. */
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

/** Stops counting when the waits stop growing: an unchanged publish state shows that there is no progress. */
export function polledAgain(parts: Parts): Parts {
  return { ...parts, pollCount: Math.min(parts.pollCount + 1, waitsMs.length - 1) };
}
