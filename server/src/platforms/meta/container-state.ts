import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

const schema = Type.Object({
  v: Type.Literal(1),
  /** Items of a carousel by position; null until created. */
  children: Type.Array(Type.Union([Type.Object({ id: Type.String(), isFinished: Type.Boolean() }), Type.Null()])),
  container: Type.Union([Type.String(), Type.Null()]),
  /** Since the last change; determines the next wait. */
  pollCount: Type.Integer(),
  /** How often a lost or rejected container was created again. */
  renewalCount: Type.Integer(),
  /** Already published when prepared: must be looked up, not sent. */
  isPublished: Type.Boolean(),
});

export type Containers = Static<typeof schema>;

export const readContainers = publishStateReader(schema);

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
