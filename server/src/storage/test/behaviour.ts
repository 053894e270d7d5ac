import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Storage } from '../storage.ts';

export const image = { contentType: 'image/jpeg' };

type Subject = {
  storage: Storage;
  leftovers(): Promise<readonly string[]>;
  rivalBytes: readonly [number, number];
  hasRangesOfNothing: boolean;
};

export function testBehaviour(name: string, subject: Subject): void {
  const { storage } = subject;
  let number = 0;
  const newKey = (): string => `k${name.replaceAll(/[^a-z0-9]/g, '')}${(number += 1)}-8d2f.jpg`;
  const put = (key: string, bytes: Uint8Array): Promise<void> =>
    storage.write(key, inChunks(bytes), { ...image, sizeBytes: bytes.length });

  test(`${name}: writes, reads, measures and deletes a file`, async () => {
    const key = newKey();
    const bytes = pattern(100_000, 1);
    await put(key, bytes);
    assert.deepEqual(await readAll(storage, key), bytes);
    assert.equal((await storage.stat(key))?.sizeBytes, 100_000);
    await storage.delete(key);
    await assertAbsent(storage, key);
  });

  test(`${name}: deleting a missing file succeeds`, () => storage.delete(newKey()));

  test(`${name}: accepts a file of unknown length`, async () => {
    const key = newKey();
    await storage.write(key, inChunks(pattern(70_000, 2)), image);
    assert.deepEqual(await readAll(storage, key), pattern(70_000, 2));
  });

  test(`${name}: a range excludes its end and stops at the end of the file`, async () => {
    const key = newKey();
    const bytes = pattern(1000, 3);
    await put(key, bytes);
    assert.deepEqual(await readAll(storage, key, { start: 10, end: 20 }), bytes.subarray(10, 20));
    assert.deepEqual(await readAll(storage, key, { start: 999, end: 1000 }), bytes.subarray(999));
    assert.deepEqual(await readAll(storage, key, { start: 900, end: 5000 }), bytes.subarray(900));
    assert.deepEqual(await readAll(storage, key, { start: 5, end: 5 }), Buffer.alloc(0));
    assert.deepEqual(await readAll(storage, key, { start: 2000, end: 3000 }), Buffer.alloc(0));
    assert.equal(await storage.open(newKey(), { start: 0, end: 0 }), undefined);
    for (const range of [
      { start: -1, end: 5 },
      { start: 5, end: 4 },
      { start: 0.5, end: 2 },
      { start: 0, end: Number.NaN },
    ]) {
      await assert.rejects(storage.open(key, range), RangeError);
    }
  });

  test(`${name}: stores an empty file`, async () => {
    const key = newKey();
    await put(key, Buffer.alloc(0));
    assert.equal((await storage.stat(key))?.sizeBytes, 0);
    assert.deepEqual(await readAll(storage, key), Buffer.alloc(0));
    if (!subject.hasRangesOfNothing) return;
    assert.deepEqual(await readAll(storage, key, { start: 0, end: 10 }), Buffer.alloc(0));
  });

  for (const sizeBytes of [8 * 1024 * 1024, 20_000_000]) {
    for (const isKnown of [true, false]) {
      test(`${name}: ${sizeBytes} bytes are streamed with the length ${isKnown ? 'known' : 'unknown'}`, async () => {
        const key = newKey();
        const sent = createHash('sha256');
        await storage.write(key, hashed(inChunks(pattern(sizeBytes, 4), 65_537), sent), {
          ...image,
          sizeBytes: isKnown ? sizeBytes : undefined,
        });
        assert.equal((await storage.stat(key))?.sizeBytes, sizeBytes);
        const got = createHash('sha256');
        const opened = await storage.open(key);
        assert.ok(opened);
        for await (const chunk of opened) got.update(chunk);
        assert.equal(got.digest('hex'), sent.digest('hex'));
        assert.deepEqual(
          await readAll(storage, key, { start: sizeBytes - 10, end: sizeBytes }),
          pattern(sizeBytes, 4).subarray(-10),
        );
        await storage.delete(key);
      });
    }
  }

  test(`${name}: writes a chunk that is larger than any buffer`, async () => {
    const key = newKey();
    const bytes = pattern(18_000_000, 5);
    await storage.write(key, inChunks(bytes, bytes.length), image);
    assert.ok((await readAll(storage, key))?.equals(bytes));
    await storage.delete(key);
  });

  for (const sizeBytes of [0, 1000, 8 * 1024 * 1024, 17_000_000]) {
    for (const [word, actual] of [
      ['longer', sizeBytes + 1],
      ['shorter', sizeBytes - 1],
    ] as const) {
      if (actual < 0) continue;
      test(`${name}: a file ${word} than the ${sizeBytes} declared bytes leaves nothing`, async () => {
        const key = newKey();
        const before = await subject.leftovers();
        const facts = { ...image, sizeBytes };
        await assert.rejects(storage.write(key, inChunks(pattern(actual, 6)), facts), /bytes declared/);
        await assertAbsent(storage, key);
        assert.deepEqual(await subject.leftovers(), before);
      });
    }
  }

  for (const sizeBytes of [0, 1000, 17_000_000]) {
    test(`${name}: a source that fails after ${sizeBytes} bytes leaves nothing and reports the error`, async () => {
      const key = newKey();
      const before = await subject.leftovers();
      const fault = new Error('the line is cut');
      const cut = async function* (): AsyncGenerator<Uint8Array> {
        yield* inChunks(pattern(sizeBytes, 7));
        throw fault;
      };
      await assert.rejects(storage.write(key, cut(), { ...image, sizeBytes: 30_000_000 }), fault);
      await assertAbsent(storage, key);
      assert.deepEqual(await subject.leftovers(), before);
    });
  }

  test(`${name}: overwriting replaces the file, and a failed overwrite keeps the old one`, async () => {
    const key = newKey();
    await put(key, pattern(5000, 8));
    await put(key, pattern(300, 9));
    assert.deepEqual(await readAll(storage, key), pattern(300, 9));
    await assert.rejects(storage.write(key, inChunks(pattern(10, 1)), { ...image, sizeBytes: 11 }));
    assert.deepEqual(await readAll(storage, key), pattern(300, 9));
  });

  test(`${name}: concurrent writes of one key leave one complete file`, async () => {
    const key = newKey();
    const [one, other] = [pattern(subject.rivalBytes[0], 10), pattern(subject.rivalBytes[1], 11)];
    await Promise.all([put(key, one), put(key, other)]);
    const bytes = await readAll(storage, key);
    assert.ok(bytes && (one.equals(bytes) || other.equals(bytes)));
  });

  test(`${name}: every operation refuses hostile keys`, async () => {
    for (const key of hostileKeys) {
      const refused = { message: 'Not a key of this storage.' };
      await assert.rejects(storage.write(key, inChunks(pattern(3, 1)), image), refused, key);
      await assert.rejects(storage.open(key), refused, key);
      await assert.rejects(storage.stat(key), refused, key);
      await assert.rejects(storage.delete(key), refused, key);
      if (storage.presignPut === undefined) continue;
      const request = { ...image, sizeBytes: 3, expiresInSeconds: 60 };
      await assert.rejects(storage.presignPut(key, request), refused, key);
    }
  });

  test(`${name}: accepts a key of 80 characters`, async () => {
    const key = `${'a'.repeat(76)}.jpg`;
    await put(key, pattern(3, 1));
    assert.deepEqual(await readAll(storage, key), pattern(3, 1));
  });

  test(`${name}: the check passes and leaves nothing`, async () => {
    const before = await subject.leftovers();
    await Promise.all([storage.check(), storage.check()]);
    assert.deepEqual(await subject.leftovers(), before);
  });
}

const hostileKeys = [
  ...['', '.', '..', '/', '../x', 'a/b', '/etc/passwd', 'a\\b', '..\\x', 'a..b', '.jpg', 'a.', 'a.b.c', 'a.jpg/..'],
  ...[
    'a b',
    'a\n',
    '\na',
    'a\0',
    'a\0.jpg',
    '%2e%2e%2fx',
    'A.jpg',
    'ä.jpg',
    'a?x=1',
    'a#x',
    'a_b',
    '~',
    'a:b',
    '\u2024',
  ],
  `${'a'.repeat(77)}.jpg`,
];

/** Differs by seed and position. */
export function pattern(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length, createHash('sha512').update(String(seed)).digest());
  for (let at = 0; at + 4 <= length; at += 4096) bytes.writeUInt32LE(at, at);
  return bytes;
}

export async function* inChunks(bytes: Uint8Array, size = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function readAll(
  storage: Storage,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  const opened = await storage.open(key, range);
  if (opened === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function assertAbsent(storage: Storage, key: string): Promise<void> {
  assert.equal(await storage.stat(key), undefined);
  assert.equal(await storage.open(key), undefined);
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}
