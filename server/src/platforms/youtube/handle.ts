import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Where the bytes go; it also answers whether all of them came. */
  uri: Type.String(),
  /** How many bytes are there. */
  offset: Type.Integer({ minimum: 0 }),
});

export type Upload = Static<typeof schema>;

export const readHandle = handleReader(schema);
