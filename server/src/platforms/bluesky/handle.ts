import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';
import { Blob } from './blob.ts';

const Card = Type.Object({
  uri: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** To be fetched; null when there is none or that is done. */
  imageUrl: Type.Union([Type.String(), Type.Null()]),
  thumb: Type.Union([Blob, Type.Null()]),
});

const schema = Type.Object({
  v: Type.Literal(1),
  /** Of the media, by position, as far as they are uploaded. */
  blobs: Type.Array(Blob),
  /** The video service takes a video of this size from the account today. */
  isVideoAllowed: Type.Optional(Type.Boolean()),
  /** Of the video service. */
  jobId: Type.Union([Type.String(), Type.Null()]),
  pollCount: Type.Integer(),
  renewalCount: Type.Integer(),
  card: Type.Union([Card, Type.Null()]),
  isCardRead: Type.Boolean(),
  /** Fixed for good, so that a repeat is the same to the byte. */
  final: Type.Union([
    Type.Object({ key: Type.String(), record: Type.Record(Type.String(), Type.Unknown()) }),
    Type.Null(),
  ]),
});

export type Parts = Static<typeof schema>;
export type LinkCard = Static<typeof Card>;

export const readHandle = handleReader(schema);

export const noParts: Parts = {
  v: 1,
  blobs: [],
  jobId: null,
  pollCount: 0,
  renewalCount: 0,
  card: null,
  isCardRead: false,
  final: null,
};
