import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CsvFault, readCsv, withFormula, withoutFormula, writeCsvLine, type CsvRecord } from './csv.ts';

async function read(file: string | Uint8Array, chunkBytes = 7): Promise<string[][]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return (await all(readCsv(chunked(bytes, chunkBytes)))).map(({ cells }) => cells);
}

test('accepts mixed line endings and skips a byte order mark and empty lines', async () => {
  const records = await read('\uFEFFa,b\r\n1,ä\n\n\r\n3,"4\r\n5"\r6,7');
  assert.deepEqual(records, [
    ['a', 'b'],
    ['1', 'ä'],
    ['3', '4\r\n5'],
    ['6', '7'],
  ]);
});

test('returns rows of different lengths unchanged', async () => {
  assert.deepEqual(await read('a,b\n1\n1,2,3\n,\n'), [['a', 'b'], ['1'], ['1', '2', '3'], ['', '']]);
});

test('reads the rows before a misplaced quote, then reports its line', async () => {
  for (const [broken, line] of [
    ['a,b\n1,2\n3,x"y\n', 3],
    ['a,b\n1,2\n"q"z,2\n', 3],
    ['a,b\n1,2\n3,"open\n4,5', 3],
    ['a,b\n1,2\n\n3,"open\n\n4,5', 4],
  ] as const) {
    const seen: string[][] = [];
    await assert.rejects(
      async () => {
        for await (const { cells } of readCsv(one(broken))) seen.push(cells);
      },
      (error) => error instanceof CsvFault && error.kind === 'quotes' && error.line === line,
      broken,
    );
    assert.deepEqual(seen, [
      ['a', 'b'],
      ['1', '2'],
    ]);
  }
});

test('reports an encoding fault for text that is not UTF-8 or is truncated', async () => {
  const wrong = [Uint8Array.of(0x61, 0xff, 0x62), Uint8Array.of(0xff, 0xfe, 0x61, 0), Uint8Array.of(0x61, 0xc3)];
  for (const bytes of wrong) {
    await assert.rejects(read(bytes), (error) => error instanceof CsvFault && error.kind === 'encoding');
  }
});

test('passes on errors of the source', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('a,b\n');
    throw new Error('gone');
  }
  await assert.rejects(all(readCsv(broken())), /gone/);
});

test('closes the source when the reader stops early', async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new TextEncoder().encode('a,b\n'.repeat(100));
    } finally {
      isClosed = true;
    }
  }
  for await (const { cells } of readCsv(endless())) {
    assert.deepEqual(cells, ['a', 'b']);
    break;
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isClosed, true);
});

test('reads back every written line, in chunks of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '😀', ',', '"', '\r', '\n', ' ', "'", '=', '') });
  const record = fc.array(cell, { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (records, size) => {
        assert.deepEqual(await read(records.map(writeCsvLine).join(''), size), records);
      },
    ),
  );
});

test('numbers records by the line where they begin, in chunks of any size', async () => {
  const file = 'a,b\r\n1,2\n\n\n"x\ny","u\r\nv"\n\r\n5,6\r7,"\r"\n8,9';
  for (const size of [1, 2, 3, 5, 100]) {
    const records = await all(readCsv(chunked(new TextEncoder().encode(file), size)));
    assert.deepEqual(
      records.map(({ line }) => line),
      [1, 2, 5, 9, 10, 12],
    );
  }
});

test('escaped cells never start like a formula and are restored unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a') }), (cell) => {
      assert.doesNotMatch(withoutFormula(cell), /^[=+\-@\t\r]/);
      assert.equal(withFormula(withoutFormula(cell)), cell);
    }),
  );
  assert.equal(withFormula("'tis"), "'tis");
  assert.equal(withFormula('=1+1'), '=1+1');
});

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function all(records: AsyncIterable<CsvRecord>): Promise<CsvRecord[]> {
  const seen: CsvRecord[] = [];
  for await (const record of records) seen.push(record);
  return seen;
}
