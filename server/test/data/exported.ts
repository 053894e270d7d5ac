import assert from 'node:assert/strict';
import { readCsv } from '../../src/kernel/text/csv.ts';
import type { Call } from '../harness.ts';

export type Line = Record<string, string>;

export async function exportCsv(call: Call, query = ''): Promise<string> {
  const response = await call('GET', `/v1/posts/export.csv${query}`);
  assert.equal(response.status, 200, response.text);
  return response.text;
}

export async function linesOf(file: string): Promise<Line[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(file);
  }
  const read: string[][] = [];
  for await (const { cells } of readCsv(bytes())) read.push(cells);
  const [header = [], ...records] = read;
  return records.map((record) => {
    assert.equal(record.length, header.length);
    return Object.fromEntries(header.map((name, at) => [name, record[at] ?? '']));
  });
}

export function filled(line: Line): Line {
  return Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== ''));
}

export async function exported(call: Call, query = ''): Promise<Line[]> {
  return linesOf(await exportCsv(call, query));
}
