import { adapters } from '../../platforms/registry.ts';
import type { Json } from './json.ts';

const names = adapters.map(({ name }) => name);

type Adapter = (typeof adapters)[number];

/** By title; the schemas themselves do not know the registry. */
export const platformSchemas: Readonly<Record<string, (schema: Json) => Json>> = {
  PlatformName: (schema) => ({ ...schema, enum: names }),
  PlatformFilter: (schema) => ({ ...schema, enum: [...names, 'all'] }),
  PlatformSettings: ({ title, description }) => ({ title, description, anyOf: adapters.map(settingsOf) }),
  PostTargetInput: (schema) => ({
    title: schema['title'],
    description: schema['description'],
    oneOf: adapters.map((adapter) => targetOf(adapter, schema)),
    discriminator: {
      propertyName: 'platform',
      mapping: Object.fromEntries(
        adapters.map((adapter) => [adapter.name, `#/components/schemas/${targetName(adapter)}`]),
      ),
    },
  }),
};

const targetName = ({ label }: Adapter): string => `${label}TargetInput`;

/** Unknown settings only cause a warning, so they are valid here. */
function settingsOf({ label, publish }: Adapter): Json {
  return { ...publish.options, title: `${label}Settings`, description: `Settings of a post on ${label}.` };
}

function targetOf(adapter: Adapter, schema: Json): Json {
  const settings = settingsOf(adapter);
  return {
    ...schema,
    title: targetName(adapter),
    description: `An account on ${adapter.label}.`,
    properties: {
      ...(schema['properties'] as Json),
      platform: { const: adapter.name, type: 'string', description: `Always \`${adapter.name}\`.` },
      settings,
      platformSpecificData: { ...settings },
    },
  };
}
