import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const Part = Type.Object({ url: Type.String(), start: Type.Integer(), end: Type.Integer() });

const Asset = Type.Object({
  urn: Type.String(),
  /** Parts still to upload, in order. */
  parts: Type.Array(Part),
  /** The ETags of the uploaded parts. */
  etags: Type.Array(Type.String()),
  uploadToken: Type.String(),
  isFinalized: Type.Boolean(),
  isDone: Type.Boolean(),
});

const schema = Type.Object({
  v: Type.Literal(1),
  /** Uploads by the position of the media, as far as they have started. */
  assets: Type.Array(Asset),
  /** Polls since the last change; determines the next wait. */
  pollCount: Type.Integer(),
  /** How often an upload was restarted because LinkedIn had lost or damaged it. */
  renewalCount: Type.Integer(),
  /** Whether the wait for images and documents, which cannot be polled, is over. */
  isRested: Type.Boolean(),
});

export type Part = Static<typeof Part>;
export type Asset = Static<typeof Asset>;
export type Uploads = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);

export const noUploads: Uploads = { v: 1, assets: [], pollCount: 0, renewalCount: 0, isRested: false };
