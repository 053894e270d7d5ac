import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const Creator = Type.Object({
  /** In TikTok's spelling; null for drafts. */
  privacy: Type.Union([Type.String(), Type.Null()]),
  comments: Type.Boolean(),
  duet: Type.Boolean(),
  stitch: Type.Boolean(),
  /** Part of the profile URL, if TikTok returned it. */
  profile: Type.Union([Type.String(), Type.Null()]),
});

const schema = Type.Object({
  v: Type.Literal(1),
  creator: Creator,
  /** Known for videos before the last part is sent, for photos only afterwards. */
  publishId: Type.Union([Type.String(), Type.Null()]),
  uploadUrl: Type.Union([Type.String(), Type.Null()]),
  /** When the upload URL was issued, in milliseconds. */
  openedAt: Type.Union([Type.Integer(), Type.Null()]),
  offset: Type.Integer({ minimum: 0 }),
  /** A response was lost: ask TikTok how many bytes it has. */
  isDoubtful: Type.Boolean(),
  /** TikTok has all bytes: look up the post, do not send it. */
  isSent: Type.Boolean(),
  pollCount: Type.Integer(),
  troubleCount: Type.Integer(),
  /** Polls that waited only for the published post's ID. */
  idPollCount: Type.Integer(),
});

/** TikTok lists only public posts and reveals only their IDs. */
export const publicLevel = 'PUBLIC_TO_EVERYONE';

export type CreatorChoice = Static<typeof Creator>;
export type Progress = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);

/** Upload URLs last an hour; the margin leaves time for the last part. */
const uploadUrlMs = 50 * 60_000;

export function isStale({ openedAt, isSent }: Progress, now: Date): boolean {
  return !isSent && openedAt !== null && now.getTime() - openedAt > uploadUrlMs;
}

export function firstState(creator: CreatorChoice): Progress {
  return {
    v: 1,
    creator,
    publishId: null,
    uploadUrl: null,
    openedAt: null,
    offset: 0,
    isDoubtful: false,
    isSent: false,
    pollCount: 0,
    troubleCount: 0,
    idPollCount: 0,
  };
}
