import { AppError } from '../../../kernel/errors.ts';
import { shown } from '../../../kernel/text/csv-cell.ts';
import { CsvFault, readCsv, withFormula, type CsvRecord } from '../../../kernel/text/csv.ts';
import { nearest } from '../../../kernel/text/nearest.ts';
import { csvColumns } from './csv-columns.ts';
import { fileBytesMax, rowsMax } from './limits.ts';

type ColumnName = keyof typeof csvColumns;

/** `line` is where the row begins; `fault` is set if the row cannot be read. */
export type CsvRow =
  | { line: number; fields: Readonly<Record<string, unknown>>; fault?: undefined }
  | { line: number; fields?: undefined; fault: string };

/** Throws for problems of the file, so that no half file is imported. */
export async function readContactFile(source: AsyncIterable<Uint8Array>): Promise<CsvRow[]> {
  let header: readonly ColumnName[] | undefined;
  const rows: CsvRow[] = [];
  try {
    for await (const record of readCsv(limited(source))) {
      if (header === undefined) header = readHeader(record.cells);
      else if (!isBlank(record)) rows.push(readRow(header, record));
      if (rows.length > rowsMax)
        throw wrongFile(`The file has more than ${rowsMax} rows: split it into several files.`);
    }
  } catch (error) {
    throw error instanceof CsvFault ? wrongFile(parsingFault(error)) : error;
  }
  if (header === undefined) throw wrongFile('The file is empty: its first line must name the columns.');
  if (rows.length === 0) throw wrongFile('The file has no rows below its header.');
  return rows;
}

async function* limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > fileBytesMax) {
      throw wrongFile(`The file is larger than ${fileBytesMax / 1024 ** 2} MiB: split it into several files.`);
    }
    yield chunk;
  }
}

const names = Object.keys(csvColumns) as ColumnName[];

function readHeader(cells: readonly string[]): ColumnName[] {
  // NUL bytes suggest UTF-16.
  if (cells.some((cell) => cell.includes('\0'))) throw wrongFile(notUtf8);
  const header = cells.map((cell, index) => {
    const name = names.find((one) => one.toLowerCase() === cell.trim().toLowerCase());
    return name ?? refuseColumn(cell.trim(), index + 1);
  });
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw wrongFile(`The header contains the column ${twice} twice.`);
  if (!header.includes('name')) throw wrongFile('The column name is missing from the header.');
  return header;
}

function refuseColumn(name: string, number: number): never {
  const suggestion = nearest(name, names);
  const problem = name === '' ? `Column ${number} has no name.` : `The column ${shown(name)} is not known.`;
  const hint = name === '' || suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  throw wrongFile(`${problem}${hint} Known columns: ${names.join(', ')}.`);
}

function readRow(header: readonly ColumnName[], { line, cells }: CsvRecord): CsvRow {
  if (cells.length !== header.length) {
    const fault = `the row has ${cells.length} cells, but the header has ${header.length}: check its commas and quotes`;
    return { line, fault };
  }
  const fields: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const cell = withFormula(cells[index] ?? '');
    if (cell.trim() === '') continue;
    const value = csvColumns[name].read(cell);
    if (value === undefined) return { line, fault: `${name} ${shown(cell)} must be ${csvColumns[name].expected}` };
    fields[name] = value;
  }
  return { line, fields };
}

function isBlank({ cells }: CsvRecord): boolean {
  return cells.every((cell) => cell.trim() === '');
}

const notUtf8 = 'The file is not UTF-8: save it as "CSV UTF-8".';

function parsingFault({ kind, line }: CsvFault): string {
  if (kind === 'encoding') return notUtf8;
  return `The row that begins on line ${line ?? 1} has a misplaced or unclosed quote. Nothing was imported.`;
}

function wrongFile(message: string): AppError {
  return new AppError('validation', message, { param: 'file' });
}
