import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const Part = Type.Object({ url: Type.String(), start: Type.Integer(), end: Type.Integer() });

const Asset = Type.Object({
  urn: Type.String(),
  /** Parts still to upload, in order. */
  parts: Type.Array(Part),
  etags: Type.Array(Type.String()),
  uploadToken: Type.String(),
  isFinalized: Type.Boolean(),
  isDone: Type.Boolean(),
});

const schema = Type.Object({
  v: Type.Literal(1),
  /** Uploads that have started, by position of the media. */
  assets: Type.Array(Asset),
  pollCount: Type.Integer(),
  /** How often LinkedIn lost or damaged an upload. */
  renewalCount: Type.Integer(),
  /** The wait for images and documents, which cannot be polled, is over. */
  isRested: Type.Boolean(),
});

export type Part = Static<typeof Part>;
export type Asset = Static<typeof Asset>;
export type Uploads = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);

export const noUploads: Uploads = { v: 1, assets: [], pollCount: 0, renewalCount: 0, isRested: false };
