import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Of a video, once its bytes are there. */
  mediaId: Type.Union([Type.String(), Type.Null()]),
  pollCount: Type.Integer(),
});

export type Uploaded = Static<typeof schema>;

export const readHandle = handleReader(schema);
