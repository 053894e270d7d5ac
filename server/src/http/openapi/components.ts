import { isJsonObject } from '../../kernel/text/json.ts';
import type { Json } from './json.ts';
import { platformSchemas } from './platform-schemas.ts';
import { anyEvent } from './event-schemas.ts';

const documentSchemas: typeof platformSchemas = { ...platformSchemas, Event: anyEvent };

export type Components = { of(schema: unknown): unknown; all(): Json };

export function createComponents(): Components {
  const components = new Map<string, unknown>();
  const of = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(of);
    if (!isJsonObject(schema)) return schema;
    const { title } = schema;
    const copy = typeof title === 'string' ? (documentSchemas[title]?.(schema) ?? schema) : schema;
    const inner = Object.fromEntries(
      Object.entries(copy)
        .filter(([key]) => !key.startsWith('x-') && !key.startsWith('~'))
        .map(([key, value]) => [key, key === 'examples' ? value : of(value)]),
    );
    if (typeof title !== 'string') return inner;
    components.set(title, inner);
    return { $ref: `#/components/schemas/${title}` };
  };
  return { of, all: () => Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))) };
}
