import type { TSchema } from 'typebox';
import { isJsonObject, joinPath } from '../kernel/text/json.ts';
import { nearest } from '../kernel/text/nearest.ts';

export type UnknownKey = { path: string; suggestion: string | undefined };

const unknownKeysMax = 20;
const keyLengthMax = 100;

/** In document order. Free-form objects have no unknown keys. */
export function listUnknownKeys(schema: TSchema, document: unknown): UnknownKey[] {
  const unknownKeys: UnknownKey[] = [];
  visit(schema, document, { path: '', unknownKeys });
  return unknownKeys;
}

type Position = { path: string; unknownKeys: UnknownKey[] };

function visit(schema: TSchema, value: unknown, { path, unknownKeys }: Position): void {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries()) visit(items, item, { path: joinPath(path, index), unknownKeys });
  }
  if (!isJsonObject(value) || properties === undefined) return;
  for (const key of Object.keys(value)) {
    if (unknownKeys.length === unknownKeysMax) return;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property === undefined) unknownKeys.push(unknownKey(path, key, Object.keys(properties)));
    else visit(property, value[key], { path: joinPath(path, key), unknownKeys });
  }
}

export function unknownKey(path: string, key: string, known: readonly string[]): UnknownKey {
  const short = key.slice(0, keyLengthMax);
  return { path: joinPath(path, short), suggestion: nearest(short, known) };
}
