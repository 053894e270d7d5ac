import { pipeline } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';

/** `line`: of the file, where it is known. */
export class CsvFault extends Error {
  readonly kind: 'encoding' | 'quotes';
  readonly line: number | undefined;

  constructor(kind: 'encoding' | 'quotes', line?: number) {
    super(`the file cannot be read: ${kind}`);
    this.kind = kind;
    this.line = line;
  }
}

/** The records of a file as its bytes come: UTF-8, commas, quotes as in RFC 4180, any line ends. Empty lines are left out. */
export async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const broken: CsvError[] = [];
  const parser = parse({
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // An error of its own would throw away the records before it that nobody has asked for yet.
    skip_records_with_error: true,
    on_skip: (error) => void (error !== undefined && broken.push(error)),
  });
  // What breaks upstream arrives as the parser's error.
  pipeline(decoded(source), parser, () => undefined);
  let count = 0;
  for await (const record of parser) {
    // Behind a broken quote it is anybody's guess where a record begins.
    if (count === broken[0]?.['records']) break;
    yield record as string[];
    count += 1;
  }
  const [first] = broken;
  if (first !== undefined) throw new CsvFault('quotes', Number(first['lines']));
}

async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Takes a byte order mark away.
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

/** What a spreadsheet would take for a formula gets an apostrophe, and loses it on the way back. */
export function withoutFormula(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

export function withFormula(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
