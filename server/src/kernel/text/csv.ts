import { pipeline } from 'node:stream';
import type { CsvError } from 'csv-parse';

export class CsvFault extends Error {
  readonly kind: 'encoding' | 'quotes';
  /** Where the record with the broken quote begins. */
  readonly line: number | undefined;

  constructor(kind: 'encoding' | 'quotes', line?: number) {
    super(`the file cannot be read: ${kind}`);
    this.kind = kind;
    this.line = line;
  }
}

/** `line`: where the record begins, because cells may contain line breaks. */
export type CsvRecord = { line: number; cells: string[] };

type ParsedRecord = { record: string[]; info: { empty_lines: number } };

/** UTF-8 with commas, quotes as in RFC 4180 and any line endings. */
export async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const { parse } = await import('csv-parse');
  const broken: CsvError[] = [];
  const parser = parse({
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Throwing inside the parser would discard the unread records before the error.
    skip_records_with_error: true,
    on_skip: (error) => void (error !== undefined && broken.push(error)),
  });
  // The parser passes on errors of the source.
  pipeline(decoded(source), parser, () => undefined);
  let count = 0;
  // The parser's own line count is wrong after a cell with \r\n.
  let nextLine = 1;
  for await (const parsed of parser) {
    // A broken quote hides the record boundaries after it.
    if (count === broken[0]?.['records']) break;
    const { record: cells, info } = parsed as ParsedRecord;
    yield { line: nextLine + info.empty_lines, cells };
    count += 1;
    nextLine += 1 + countLineBreaks(cells);
  }
  const [first] = broken;
  if (first !== undefined) throw new CsvFault('quotes', nextLine + Number(first['empty_lines']));
}

function countLineBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
}

async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Removes a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new CsvFault('encoding');
    }
  };
  for await (const chunk of source) yield decode(chunk);
  yield decode();
}

export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Keeps spreadsheets from running the cell as a formula; importing removes the apostrophe. */
export function withoutFormula(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

export function withFormula(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
