import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** The upload URL, which also reports the progress. */
  uri: Type.String(),
  /** The number of bytes that YouTube has. */
  offset: Type.Integer({ minimum: 0 }),
});

export type Upload = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);
