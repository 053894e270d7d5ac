import type { TSchema } from 'typebox';
import { isJsonObject, joinPath } from '../kernel/text/json.ts';
import { nearest } from '../kernel/text/nearest.ts';

/** A key that the schema does not know, where it stands, and what was probably meant. */
export type UnknownKey = { path: string; suggestion: string | undefined };

/** More would help nobody. */
const unknownKeysMax = 20;
const keyLengthMax = 100;

/** In document order. Keys of free-form objects are all known. */
export function listUnknownKeys(schema: TSchema, document: unknown): UnknownKey[] {
  const found: UnknownKey[] = [];
  visit(schema, document, { path: '', found });
  return found;
}

type Place = { path: string; found: UnknownKey[] };

function visit(schema: TSchema, value: unknown, { path, found }: Place): void {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries()) visit(items, item, { path: joinPath(path, index), found });
  }
  if (!isJsonObject(value) || properties === undefined) return;
  for (const key of Object.keys(value)) {
    if (found.length === unknownKeysMax) return;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property === undefined) found.push(unknownKey(path, key, Object.keys(properties)));
    else visit(property, value[key], { path: joinPath(path, key), found });
  }
}

export function unknownKey(path: string, key: string, known: readonly string[]): UnknownKey {
  const short = key.slice(0, keyLengthMax);
  return { path: joinPath(path, short), suggestion: nearest(short, known) };
}
