import assert from 'node:assert/strict';
import { readCsv } from '../src/kernel/text/csv.ts';
import type { Call } from './harness.ts';

/** A line of a file by its columns, each cell as it stands there. */
export type Line = Record<string, string>;

export async function exportCsv(call: Call, query = ''): Promise<string> {
  const answer = await call('GET', `/v1/posts/export.csv${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
}

export async function linesOf(file: string): Promise<Line[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(file);
  }
  const read: string[][] = [];
  for await (const record of readCsv(bytes())) read.push(record);
  const [header = [], ...records] = read;
  return records.map((record) => {
    assert.equal(record.length, header.length);
    return Object.fromEntries(header.map((name, at) => [name, record[at] ?? '']));
  });
}

/** The cells that hold something. */
export function filled(line: Line): Line {
  return Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== ''));
}

export async function exported(call: Call, query = ''): Promise<Line[]> {
  return linesOf(await exportCsv(call, query));
}
