import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

type Journal = {
  readonly lines: readonly unknown[];
  sizeBytes(): number;
  append(line: unknown): void;
  rewrite(lines: readonly unknown[]): void;
  close(): void;
};

/** Lines of JSON, written before the response is sent; an incomplete last line is cut off. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const { lines, sizeBytes: readBytes } = parse(text, file);
  let sizeBytes = readBytes;
  let descriptor = openSync(file, 'a', 0o600);
  ftruncateSync(descriptor, sizeBytes);
  return {
    lines,
    sizeBytes: () => sizeBytes,
    append: (line) => {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      writeWhole(descriptor, bytes);
      sizeBytes += bytes.length;
    },
    rewrite: (fresh) => {
      const next = `${file}.next`;
      const bytes = Buffer.from(fresh.map((line) => `${JSON.stringify(line)}\n`).join(''));
      writeFileSync(next, bytes, { mode: 0o600 });
      renameSync(next, file);
      closeSync(descriptor);
      descriptor = openSync(file, 'a', 0o600);
      sizeBytes = bytes.length;
    },
    close: () => closeSync(descriptor),
  };
}

function parse(text: Buffer, file: string): { lines: unknown[]; sizeBytes: number } {
  const lines: unknown[] = [];
  let start = 0;
  for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, start)) {
    try {
      lines.push(JSON.parse(text.toString('utf8', start, end)));
    } catch {
      if (end !== text.length - 1) throw new Error(`${file}: line ${lines.length + 1} cannot be read`);
      break;
    }
    start = end + 1;
  }
  return { lines, sizeBytes: start };
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
