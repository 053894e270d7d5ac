import type { PlatformAdapter } from '../../../platforms/adapter.ts';
import type { Platforms } from '../../../platforms/platforms.ts';

type CellKind = 'text' | 'choice' | 'boolean' | 'number' | 'list';

export type TextColumn = { kind: 'text'; name: string; platform: string };
export type OptionColumn = { kind: 'option'; name: string; platform: string; key: string; cell: CellKind };

export type Column = { kind: 'post'; name: PostColumn } | TextColumn | OptionColumn;

export const requiredColumns = ['post_content', 'platforms', 'profiles', 'schedule_time'] as const;

const postColumns = [
  ...requiredColumns,
  ...(['tz', 'media_urls', 'is_draft', 'publish_now', 'use_queue', 'title', 'tags', 'hashtags', 'mentions'] as const),
] as const;

export type PostColumn = (typeof postColumns)[number];

/** Written by exports and ignored by imports. */
export const exportOnlyColumns = ['id', 'status', 'permalinks'] as const;

const textPrefix = 'custom_content_';

export function listColumns(platforms: Platforms): Column[] {
  const adapters = platforms.list().map(({ adapter }) => adapter);
  return [
    ...postColumns.map((name) => ({ kind: 'post', name }) as const),
    ...adapters.map(({ name }) => ({ kind: 'text', name: `${textPrefix}${name}`, platform: name }) as const),
    ...adapters.flatMap((adapter) => [...optionColumns(adapter), ...ownTextColumn(adapter)]),
  ];
}

export function columnName(platforms: Platforms, header: string): string {
  const name = header.trim().toLowerCase();
  const platform = name.startsWith(textPrefix) ? platforms.find(name.slice(textPrefix.length)) : undefined;
  return platform === undefined ? name : `${textPrefix}${platform.adapter.name}`;
}

function ownTextColumn({ name: platform, publish: { textColumn } }: PlatformAdapter): TextColumn[] {
  return textColumn === undefined ? [] : [{ kind: 'text', name: textColumn, platform }];
}

function optionColumns({ name: platform, publish }: PlatformAdapter): OptionColumn[] {
  return Object.entries(publish.options.properties).flatMap(([key, schema]) => {
    const name = 'x-column' in schema ? schema['x-column'] : undefined;
    return typeof name === 'string' ? [{ kind: 'option', name, platform, key, cell: cellKind(schema) }] : [];
  });
}

function cellKind(schema: object): CellKind {
  if ('enum' in schema) return 'choice';
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'array') return 'list';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : 'text';
}
