import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';

const Creator = Type.Object({
  /** As TikTok writes it; null for drafts. */
  privacy: Type.Union([Type.String(), Type.Null()]),
  comments: Type.Boolean(),
  duet: Type.Boolean(),
  stitch: Type.Boolean(),
  /** The name in the address of the profile, where the network told it. */
  profile: Type.Union([Type.String(), Type.Null()]),
});

const schema = Type.Object({
  v: Type.Literal(1),
  /** What the creator may do and the post asks for. */
  creator: Creator,
  /** Of a video before its last part is sent, of photos afterwards. */
  publishId: Type.Union([Type.String(), Type.Null()]),
  uploadUrl: Type.Union([Type.String(), Type.Null()]),
  /** When that address was given, in milliseconds. */
  openedAt: Type.Union([Type.Integer(), Type.Null()]),
  offset: Type.Integer({ minimum: 0 }),
  /** After a lost answer TikTok is asked how many bytes it has. */
  isDoubtful: Type.Boolean(),
  /** All bytes are there: it must not be sent, only looked up. */
  isSent: Type.Boolean(),
  pollCount: Type.Integer(),
  /** How often in a row it could not be asked. */
  troubleCount: Type.Integer(),
  /** How many waited for nothing but the id of a post that is out. */
  idPollCount: Type.Integer(),
});

/** The one level whose posts have an id that we are told, and are listed. */
export const publicLevel = 'PUBLIC_TO_EVERYONE';

export type CreatorChoice = Static<typeof Creator>;
export type Progress = Static<typeof schema>;

export const readHandle = handleReader(schema);

/** Addresses to upload to live an hour; a little less, since the last part takes its time too. */
const uploadUrlMs = 50 * 60_000;

export function isStale({ openedAt, isSent }: Progress, now: Date): boolean {
  return !isSent && openedAt !== null && now.getTime() - openedAt > uploadUrlMs;
}

export function firstHandle(creator: CreatorChoice): Progress {
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
