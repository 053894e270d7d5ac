import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';

const Part = Type.Object({ url: Type.String(), start: Type.Integer(), end: Type.Integer() });

const Asset = Type.Object({
  urn: Type.String(),
  /** Still to be sent, in order. */
  parts: Type.Array(Part),
  /** What was answered to those that are sent. */
  etags: Type.Array(Type.String()),
  uploadToken: Type.String(),
  isFinalized: Type.Boolean(),
  isDone: Type.Boolean(),
});

const schema = Type.Object({
  v: Type.Literal(1),
  /** By the position of the media, as far as they are begun. */
  assets: Type.Array(Asset),
  /** Since the last change, for the length of the next wait. */
  pollCount: Type.Integer(),
  /** How often something was uploaded anew because LinkedIn had lost or spoilt it. */
  renewalCount: Type.Integer(),
  /** Images and documents cannot be asked about: they were given their time. */
  isRested: Type.Boolean(),
});

export type Part = Static<typeof Part>;
export type Asset = Static<typeof Asset>;
export type Uploads = Static<typeof schema>;

export const readHandle = handleReader(schema);

export const noUploads: Uploads = { v: 1, assets: [], pollCount: 0, renewalCount: 0, isRested: false };
