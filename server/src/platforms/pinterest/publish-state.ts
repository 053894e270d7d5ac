import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  mediaId: Type.Union([Type.String(), Type.Null()]),
  pollCount: Type.Integer(),
});

export type Uploaded = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);
