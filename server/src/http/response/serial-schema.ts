import type { TSchema } from 'typebox';

type Node = Record<string, unknown>;

/**
 * The serializer validates a value against each branch of an `anyOf`, which took longer than the rest of a list of
 * posts. `nullable` is checked without validating.
 */
export function serialSchema(schema: TSchema): TSchema {
  return convert(schema as Node);
}

function convert(schema: Node): Node {
  const nullable = orNull(schema);
  if (nullable !== undefined) return { ...convert(nullable), nullable: true };
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isNode(properties) ? { properties: convertAll(properties) } : {}),
    ...(isNode(items) ? { items: convert(items) } : {}),
  };
}

function convertAll(properties: Node): Node {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isNode(schema) ? convert(schema) : schema]),
  );
}

/** Undefined unless the schema is "this or null". */
function orNull({ anyOf }: Node): Node | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [branch, other] = anyOf as unknown[];
  const isPlain = isNode(branch) && typeof branch['type'] === 'string' && branch['type'] !== 'null';
  return isPlain && isNode(other) && other['type'] === 'null' ? branch : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
