import { readBoolean, splitList } from '../../../kernel/text/csv-cell.ts';
import type { Column, OptionColumn, TextColumn } from '../model/columns.ts';
import type { RowNotes } from './row-notes.ts';

export type ForPlatform = {
  customContent?: string;
  settings?: Record<string, unknown>;
  columns: Map<string, string>;
};

type SettingsInput = { cells: ReadonlyMap<string, string>; columns: readonly Column[]; platforms: readonly string[] };

export function readSettings({ cells, columns, platforms }: SettingsInput, notes: RowNotes): Map<string, ForPlatform> {
  const read = new Map(platforms.map((platform): [string, ForPlatform] => [platform, { columns: new Map() }]));
  for (const column of columns) {
    const cell = cells.get(column.name) ?? '';
    if (column.kind === 'post' || cell.trim() === '') continue;
    const one = read.get(column.platform);
    if (one === undefined) notes.warn(column.name, `is ignored: ${column.platform} is not among the platforms`);
    else if (column.kind === 'text') readText(one, column, { cell, notes });
    else readOption(one, column, { cell, notes });
  }
  return read;
}

type Cell = { cell: string; notes: RowNotes };

function readText(one: ForPlatform, { name }: TextColumn, { cell, notes }: Cell): void {
  const before = one.columns.get('customContent');
  if (before !== undefined) notes.warn(before, `is ignored: ${name} is also present`);
  one.customContent = cell;
  one.columns.set('customContent', name);
}

function readOption(one: ForPlatform, { name, key, cell: kind }: OptionColumn, { cell, notes }: Cell): void {
  const value = valueOf(kind, cell);
  if (value === undefined) {
    notes.wrong(name, kind === 'boolean' ? 'must be true or false' : 'must be a number');
    return;
  }
  one.settings = { ...one.settings, [key]: value };
  one.columns.set(`settings.${key}`, name);
}

function valueOf(kind: OptionColumn['cell'], cell: string): unknown {
  switch (kind) {
    case 'boolean':
      return readBoolean(cell);
    case 'number':
      return Number.isFinite(Number(cell)) ? Number(cell) : undefined;
    case 'list':
      return splitList(cell);
    case 'choice':
      return cell.trim();
    case 'text':
      return cell;
  }
}
