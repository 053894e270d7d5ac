import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CsvFault, readCsv, withFormula, withoutFormula, writeCsvLine } from './csv.ts';

async function read(given: string | Uint8Array, chunkBytes = 7): Promise<string[][]> {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  return await all(readCsv(chunks()));
}

test('line ends may be mixed, a byte order mark and empty lines are left out', async () => {
  const records = await read('\uFEFFa,b\r\n1,ä\n\n\r\n3,"4\r\n5"\r6,7');
  assert.deepEqual(records, [
    ['a', 'b'],
    ['1', 'ä'],
    ['3', '4\r\n5'],
    ['6', '7'],
  ]);
});

test('rows may be ragged: whoever reads them says so', async () => {
  assert.deepEqual(await read('a,b\n1\n1,2,3\n,\n'), [['a', 'b'], ['1'], ['1', '2', '3'], ['', '']]);
});

test('what stands before a broken quote is read, then it is told', async () => {
  for (const [broken, line] of [
    ['a,b\n1,2\n3,x"y\n', 3],
    ['a,b\n1,2\n"q"z,2\n', 3],
    ['a,b\n1,2\n3,"open\n4,5', 4],
  ] as const) {
    const seen: string[][] = [];
    await assert.rejects(
      async () => {
        for await (const record of readCsv(one(broken))) seen.push(record);
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

test('what is not UTF-8 is told, also when it is cut short', async () => {
  const wrong = [Uint8Array.of(0x61, 0xff, 0x62), Uint8Array.of(0xff, 0xfe, 0x61, 0), Uint8Array.of(0x61, 0xc3)];
  for (const bytes of wrong) {
    await assert.rejects(read(bytes), (error) => error instanceof CsvFault && error.kind === 'encoding');
  }
});

test('a fault of the source is its own', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('a,b\n');
    throw new Error('gone');
  }
  await assert.rejects(all(readCsv(broken())), /gone/);
});

test('whoever has read enough may stop, and the source is let go', async () => {
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new TextEncoder().encode('a,b\n'.repeat(100));
    } finally {
      isClosed = true;
    }
  }
  for await (const record of readCsv(endless())) {
    assert.deepEqual(record, ['a', 'b']);
    break;
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isClosed, true);
});

test('every line is read back as it was written, in pieces of any size', async () => {
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

test('no cell begins like a formula, and each comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a') }), (cell) => {
      assert.doesNotMatch(withoutFormula(cell), /^[=+\-@\t\r]/);
      assert.equal(withFormula(withoutFormula(cell)), cell);
    }),
  );
  assert.equal(withFormula("'tis"), "'tis");
  assert.equal(withFormula('=1+1'), '=1+1');
});

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function all(records: AsyncIterable<string[]>): Promise<string[][]> {
  const seen: string[][] = [];
  for await (const record of records) seen.push(record);
  return seen;
}
