import { CsvFault, readCsv, withFormula } from '../../../kernel/text/csv.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Platforms } from '../../../platforms/platforms.ts';
import { columnName, listColumns, requiredColumns, toldColumns, type Column } from '../model/columns.ts';
import { cellBytesMax, columnsMax, fileBytesMax, rowsMax, urlsMax } from './limits.ts';
import { splitList } from './read-cell.ts';

/** `index` starts at 1 after the header. `fault`: the row cannot be parsed. */
export type FileRow = { index: number; cells: ReadonlyMap<string, string>; fault?: string };

export type PostFile = {
  columns: readonly Column[];
  rows: readonly FileRow[];
  /** Unknown columns, which are ignored. */
  unknown: readonly string[];
};

/** Throws for problems of the whole file; problems of a row are kept with the row. */
export async function readFile(platforms: Platforms, source: AsyncIterable<Uint8Array>): Promise<PostFile> {
  const known = new Map(listColumns(platforms).map((column) => [column.name, column]));
  let header: readonly string[] | undefined;
  const rows: FileRow[] = [];
  try {
    for await (const record of readCsv(limited(source))) {
      requireCells(record);
      if (header === undefined) header = readHeader(platforms, record);
      else if (!isBlank(record)) rows.push(readRecord(header, record, rows.length + 1));
      if (rows.length > rowsMax) throw wrongFile(`The file has more than ${rowsMax} rows: send it in parts`);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    if (error.kind === 'encoding') throw notUtf8();
    if (header === undefined) throw wrongFile('The header cannot be read: a quote is misplaced, or it is not UTF-8');
    rows.push({ index: rows.length + 1, cells: new Map(), fault: brokenQuote(error.line) });
  }
  if (header === undefined) throw wrongFile('The file is empty: its first line names the columns');
  if (rows.length === 0) throw wrongFile('The file has no rows below its header');
  requireFewUrls(rows);
  const columns = [...known.values()].filter(({ name }) => header.includes(name));
  const unknown = header.filter((name) => !known.has(name) && !toldColumns.some((told) => told === name));
  return { columns, rows, unknown };
}

async function* limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > fileBytesMax) throw wrongFile('The file is over 2 MiB: send it in parts');
    yield chunk;
  }
}

function readHeader(platforms: Platforms, record: readonly string[]): string[] {
  if (record.length > columnsMax) throw wrongFile(`The file has ${record.length} columns, at most ${columnsMax}`);
  const names = record.map((name) => columnName(platforms, name));
  // NUL bytes suggest UTF-16.
  if (names.some((name) => name.includes('\0'))) throw notUtf8();
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw wrongFile(`The column ${twice} is there twice`);
  const missing = requiredColumns.find((name) => !names.includes(name));
  if (missing !== undefined) throw wrongFile(`The column ${missing} is missing: the header must name it`);
  return names;
}

function readRecord(header: readonly string[], record: readonly string[], index: number): FileRow {
  if (record.length !== header.length) {
    const fault = `has ${record.length} cells where the header has ${header.length}: a comma or a quote is missing or too many`;
    return { index, cells: new Map(), fault };
  }
  return { index, cells: new Map(record.map((cell, at) => [header[at] ?? '', withFormula(cell)])) };
}

function requireCells(record: readonly string[]): void {
  const isTooLong = record.some((cell) => cell.length * 3 > cellBytesMax && Buffer.byteLength(cell) > cellBytesMax);
  if (isTooLong) throw wrongFile('A cell of the file is over 256 KiB: perhaps a quote is not closed');
}

function isBlank(record: readonly string[]): boolean {
  return record.length === 1 && record[0]?.trim() === '';
}

function requireFewUrls(rows: readonly FileRow[]): void {
  const urls = new Set(rows.flatMap(({ cells }) => splitList(cells.get('media_urls') ?? '')));
  if (urls.size > urlsMax) throw wrongFile(`The file names ${urls.size} media URLs, at most ${urlsMax}`);
}

function brokenQuote(line: number | undefined): string {
  const place = line === undefined ? '' : ` near line ${line}`;
  return `a quote is misplaced or not closed${place}: nothing from here on was read`;
}

function notUtf8(): AppError {
  return wrongFile('The file is not UTF-8: save it as "CSV UTF-8"');
}

function wrongFile(message: string): AppError {
  return new AppError('validation', message, { param: 'file' });
}
