import { createHash } from 'node:crypto';
import type { Storage } from '../storage/storage.ts';

export type Progress = (text: string) => void;

export type Archive = { name: string; files: Storage; media: Storage };

export type Written = { bytes: number; sha256: string };

export async function writeHashed(
  store: Storage,
  key: string,
  source: AsyncIterable<Uint8Array>,
  contentType = 'application/x-ndjson',
): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await store.write(key, counted(), { contentType });
  return { bytes, sha256: hash.digest('hex') };
}

export async function hashFile(store: Storage, key: string): Promise<Written | undefined> {
  const source = await store.open(key);
  if (source === undefined) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** JSON escapes line feeds inside strings. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield JSON.parse(rest.subarray(0, end).toString('utf8')) as unknown;
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) throw new Error('the file ends within a line');
}

export function toLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
