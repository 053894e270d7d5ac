import { Compile } from 'typebox/schema';
import type { TObject, TSchema } from 'typebox';
import { findUnstorable, isJsonObject } from '../kernel/text/json.ts';
import { sizeFault } from '../kernel/size-fault.ts';
import { firstFault, toFaults, type Fault } from './validation-fault.ts';

type Json = Record<string, unknown>;

/** Reports only the first error in document order. */
export function createBodyCheck(schema: TObject, unknownKeys: 'ignore' | 'reject'): (body: Json) => unknown {
  const compiled = Compile(schema);
  return (body) => {
    // Runs first, so that a million items are not visited for one error.
    const oversized = oversizedFault(schema, body, []);
    if (oversized !== undefined) throw firstFault([oversized], body);
    const value = normalise(schema, body);
    const faults: Fault[] = unstorableFaults(body);
    const unknown = unknownKeys === 'reject' ? unknownKeyFault(schema, body, []) : undefined;
    if (unknown !== undefined) faults.push(unknown);
    if (!compiled.Check(value))
      faults.push(...compiled.Errors(value)[1].flatMap((finding) => toFaults(finding, schema)));
    if (faults.length > 0) throw firstFault(faults, body);
    return value;
  };
}

function unstorableFaults(body: Json): Fault[] {
  const steps = findUnstorable(body);
  return steps === undefined ? [] : [{ steps, message: 'must not contain U+0000 or lone surrogates' }];
}

function unknownKeyFault(schema: TSchema, value: unknown, steps: readonly string[]): Fault | undefined {
  return firstInside(schema, value, {
    steps,
    look: unknownKeyFault,
    onUnknown: (key) => ({ steps: [...steps, key], message: 'is not a known field' }),
  });
}

function oversizedFault(schema: TSchema, value: unknown, steps: readonly string[]): Fault | undefined {
  // Strings are measured after they are trimmed.
  const message = typeof value === 'string' ? undefined : sizeFault(schema, value);
  if (message !== undefined) return { steps, message };
  return firstInside(schema, value, { steps, look: oversizedFault });
}

type Search = {
  steps: readonly string[];
  look(schema: TSchema, value: unknown, steps: readonly string[]): Fault | undefined;
  onUnknown?(key: string): Fault;
};

function firstInside(schema: TSchema, value: unknown, { steps, look, onUnknown }: Search): Fault | undefined {
  if (Array.isArray(value) && isArraySchema(schema)) {
    for (const [index, item] of value.entries()) {
      const fault = look(schema.items, item, [...steps, String(index)]);
      if (fault !== undefined) return fault;
    }
  }
  if (!isJsonObject(value) || !isObjectSchema(schema)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const fault = property === undefined ? onUnknown?.(key) : look(property, item, [...steps, key]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Drops unknown keys and nulls of optional fields (unless the schema has `x-keep-null`), and trims. */
function normalise(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'string') return 'x-trim' in schema ? value.trim() : value;
  if (Array.isArray(value)) return isArraySchema(schema) ? value.map((item) => normalise(schema.items, item)) : value;
  return isJsonObject(value) && isObjectSchema(schema) ? normaliseObject(schema, value) : value;
}

function normaliseObject(schema: ObjectSchema, value: Json): Json {
  const result: Json = {};
  const keepsNull = 'x-keep-null' in schema;
  // Keeps the document's order, so that the second of two exclusive fields is reported.
  for (const key of Object.keys(value)) {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (property === undefined) continue;
    const isLeftOut = value[key] === null && !isRequired(schema, key) && !admitsNull(property) && !keepsNull;
    if (!isLeftOut) result[key] = normalise(property, value[key]);
  }
  return result;
}

type ObjectSchema = TSchema & { properties: Record<string, TSchema>; required?: readonly string[] };

function isObjectSchema(schema: TSchema): schema is ObjectSchema {
  return 'properties' in schema;
}

function isArraySchema(schema: TSchema): schema is TSchema & { items: TSchema } {
  return 'items' in schema && isJsonObject(schema.items);
}

function isRequired(schema: ObjectSchema, key: string): boolean {
  return schema.required?.includes(key) === true;
}

function admitsNull(schema: TSchema): boolean {
  if ('type' in schema && schema.type === 'null') return true;
  return 'anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.some((one: TSchema) => admitsNull(one));
}
