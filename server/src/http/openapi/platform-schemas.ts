import { adapters } from '../../platforms/registry.ts';
import type { Json } from './json.ts';

const names = adapters.map(({ name }) => name);

/** Fills what depends on the registry into schemas that do not know it, by their title. */
export const platformSchemas: Readonly<Record<string, (schema: Json) => Json>> = {
  PlatformName: (schema) => ({ ...schema, enum: names }),
  PlatformFilter: (schema) => ({ ...schema, enum: [...names, 'all'] }),
};
