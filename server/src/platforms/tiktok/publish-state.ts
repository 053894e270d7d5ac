import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const Creator = Type.Object({
  /** A privacy level in TikTok's spelling; null for drafts. */
  privacy: Type.Union([Type.String(), Type.Null()]),
  comments: Type.Boolean(),
  duet: Type.Boolean(),
  stitch: Type.Boolean(),
  /** The username in the profile URL, if TikTok returned it. */
  profile: Type.Union([Type.String(), Type.Null()]),
});

const schema = Type.Object({
  v: Type.Literal(1),
  /** The settings of the post, limited to what the creator may do. */
  creator: Creator,
  /** Known for videos before the last part is sent, for photos only afterwards. */
  publishId: Type.Union([Type.String(), Type.Null()]),
  uploadUrl: Type.Union([Type.String(), Type.Null()]),
  /** When the upload URL was issued, in milliseconds. */
  openedAt: Type.Union([Type.Integer(), Type.Null()]),
  offset: Type.Integer({ minimum: 0 }),
  /** A response was lost: TikTok must be asked how many bytes it has. */
  isDoubtful: Type.Boolean(),
  /** TikTok has all bytes: the post must be looked up, not sent. */
  isSent: Type.Boolean(),
  pollCount: Type.Integer(),
  /** Failed polls in a row. */
  troubleCount: Type.Integer(),
  /** Polls that waited only for the ID of a published post. */
  idPollCount: Type.Integer(),
});

/** The only level whose posts are listed and have an ID that TikTok reveals. */
export const publicLevel = 'PUBLIC_TO_EVERYONE';

export type CreatorChoice = Static<typeof Creator>;
export type Progress = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);

/** Upload URLs last an hour; the margin leaves time to send the last part. */
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
