import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';
import { Blob } from './blob.ts';

const Card = Type.Object({
  uri: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Null if there is none or it was fetched. */
  imageUrl: Type.Union([Type.String(), Type.Null()]),
  thumb: Type.Union([Blob, Type.Null()]),
});

const schema = Type.Object({
  v: Type.Literal(1),
  blobs: Type.Array(Blob),
  /** Whether a video of this size may be uploaded today. */
  isVideoAllowed: Type.Optional(Type.Boolean()),
  jobId: Type.Union([Type.String(), Type.Null()]),
  pollCount: Type.Integer(),
  renewalCount: Type.Integer(),
  card: Type.Union([Card, Type.Null()]),
  isCardRead: Type.Boolean(),
  /** Never changes, so that a repeated request is identical. */
  final: Type.Union([
    Type.Object({ key: Type.String(), record: Type.Record(Type.String(), Type.Unknown()) }),
    Type.Null(),
  ]),
});

export type Parts = Static<typeof schema>;
export type LinkCard = Static<typeof Card>;

export const readPublishState = publishStateReader(schema);

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
