import { adapters } from '../../platforms/registry.ts';
import { isJsonObject } from '../../kernel/text/json.ts';

type Json = Record<string, unknown>;

/** `x-example` replaces values and names the optional properties to show; without it all are shown. */
export function exampleOf(schema: unknown): unknown {
  if (!isJsonObject(schema)) return undefined;
  const { title, examples, enum: values, anyOf, items, properties } = schema;
  if (title === 'PlatformName') return adapters[0]?.name;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0]);
  if (isJsonObject(items)) return [exampleOf(items)];
  if (isJsonObject(properties)) return objectExample(schema, undefined);
  return plainExample(schema);
}

function plainExample({ type, patternProperties, minimum, maxItems }: Json): unknown {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (patternProperties !== undefined) return {};
  return maxItems === 0 ? [] : undefined;
}

function complete(schema: unknown, value: unknown): unknown {
  if (!isJsonObject(schema)) return value;
  const { anyOf, items, properties } = schema;
  if (Array.isArray(value) && isJsonObject(items)) return value.map((item) => complete(items, item));
  if (!isJsonObject(value)) return value;
  if (isJsonObject(properties)) return objectExample(schema, value);
  return Array.isArray(anyOf) ? complete(anyOf[0], value) : value;
}

function objectExample(schema: Json, value: Json | undefined): Json {
  const { properties, required, 'x-example': chosen } = schema;
  const isChosen = isJsonObject(chosen) || value !== undefined;
  const shown: Json | undefined = isChosen ? { ...(isJsonObject(chosen) ? chosen : {}), ...value } : undefined;
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const entries = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
    ([name, property]): [string, unknown][] => {
      if (shown !== undefined && Object.hasOwn(shown, name)) return [[name, complete(property, shown[name])]];
      return shown === undefined || isRequired(name) ? [[name, exampleOf(property)]] : [];
    },
  );
  return Object.fromEntries(entries);
}
