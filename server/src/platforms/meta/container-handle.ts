import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Of a carousel, by position; null until made. */
  children: Type.Array(Type.Union([Type.Object({ id: Type.String(), isFinished: Type.Boolean() }), Type.Null()])),
  container: Type.Union([Type.String(), Type.Null()]),
  /** Since the last change, for the length of the next wait. */
  pollCount: Type.Integer(),
  /** How often something was made anew because the network had lost or spoilt it. */
  renewalCount: Type.Integer(),
  /** Seen while preparing: it must not be sent, only looked up. */
  isPublished: Type.Boolean(),
});

export type Containers = Static<typeof schema>;

export const readContainers = handleReader(schema);

export function noContainers(childCount: number): Containers {
  return {
    v: 1,
    children: Array.from({ length: childCount }, () => null),
    container: null,
    pollCount: 0,
    renewalCount: 0,
    isPublished: false,
  };
}
