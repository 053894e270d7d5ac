import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  uri: Type.String(),
  offset: Type.Integer({ minimum: 0 }),
});

export type Upload = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);
