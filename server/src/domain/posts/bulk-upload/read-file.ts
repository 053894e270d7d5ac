import { CsvFault, readCsv, withFormula } from '../../../kernel/text/csv.ts';
import { splitList } from '../../../kernel/text/csv-cell.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Platforms } from '../../../platforms/platforms.ts';
import { columnName, listColumns, requiredColumns, exportOnlyColumns, type Column } from '../model/columns.ts';
import { cellBytesMax, columnsMax, fileBytesMax, rowsMax, urlsMax } from './limits.ts';

/** `index` starts at 1 after the header. `fault`: the row cannot be parsed. */
export type FileRow = { index: number; cells: ReadonlyMap<string, string>; fault?: string };

export type PostFile = {
  columns: readonly Column[];
  rows: readonly FileRow[];
  unknown: readonly string[];
};

/** Throws for problems of the whole file; problems of a row are kept with the row. */
export async function readFile(platforms: Platforms, source: AsyncIterable<Uint8Array>): Promise<PostFile> {
  const known = new Map(listColumns(platforms).map((column) => [column.name, column]));
  let header: readonly string[] | undefined;
  const rows: FileRow[] = [];
  try {
    for await (const { cells: record } of readCsv(limited(source))) {
      requireCells(record);
      if (header === undefined) header = readHeader(platforms, record);
      else if (!isBlank(record)) rows.push(readRecord(header, record, rows.length + 1));
      if (rows.length > rowsMax) throw wrongFile(`The file has more than ${rowsMax} rows: split it into several files`);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    if (error.kind === 'encoding') throw notUtf8();
    if (header === undefined) throw wrongFile('The header cannot be read: it has a misplaced quote or is not UTF-8');
    rows.push({ index: rows.length + 1, cells: new Map(), fault: brokenQuote(error.line) });
  }
  if (header === undefined) throw wrongFile('The file is empty: the first line must name the columns');
  if (rows.length === 0) throw wrongFile('The file has no rows below its header');
  requireFewUrls(rows);
  const columns = [...known.values()].filter(({ name }) => header.includes(name));
  const unknown = header.filter((name) => !known.has(name) && !exportOnlyColumns.some((column) => column === name));
  return { columns, rows, unknown };
}

async function* limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > fileBytesMax) throw wrongFile('The file is larger than 2 MiB: split it into several files');
    yield chunk;
  }
}

function readHeader(platforms: Platforms, record: readonly string[]): string[] {
  if (record.length > columnsMax)
    throw wrongFile(`The file has ${record.length} columns, but at most ${columnsMax} are allowed`);
  const names = record.map((name) => columnName(platforms, name));
  // NUL bytes suggest UTF-16.
  if (names.some((name) => name.includes('\0'))) throw notUtf8();
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw wrongFile(`The header contains the column ${twice} twice`);
  const missing = requiredColumns.find((name) => !names.includes(name));
  if (missing !== undefined) throw wrongFile(`The column ${missing} is missing from the header`);
  return names;
}

function readRecord(header: readonly string[], record: readonly string[], index: number): FileRow {
  if (record.length !== header.length) {
    const fault = `The row has ${record.length} cells, but the header has ${header.length}: check its commas and quotes`;
    return { index, cells: new Map(), fault };
  }
  return { index, cells: new Map(record.map((cell, at) => [header[at] ?? '', withFormula(cell)])) };
}

function requireCells(record: readonly string[]): void {
  const isTooLong = record.some((cell) => cell.length * 3 > cellBytesMax && Buffer.byteLength(cell) > cellBytesMax);
  if (isTooLong) throw wrongFile('A cell of the file is larger than 256 KiB: check for an unclosed quote');
}

function isBlank(record: readonly string[]): boolean {
  return record.length === 1 && record[0]?.trim() === '';
}

function requireFewUrls(rows: readonly FileRow[]): void {
  const urls = new Set(rows.flatMap(({ cells }) => splitList(cells.get('media_urls') ?? '')));
  if (urls.size > urlsMax) throw wrongFile(`The file has ${urls.size} media URLs, but at most ${urlsMax} are allowed`);
}

function brokenQuote(line: number | undefined): string {
  const location = line === undefined ? '' : ` near line ${line}`;
  return `The row has a misplaced or unclosed quote${location}: the rest of the file was not read`;
}

function notUtf8(): AppError {
  return wrongFile('The file is not UTF-8: save it as "CSV UTF-8"');
}

function wrongFile(message: string): AppError {
  return new AppError('validation', message, { param: 'file' });
}
