import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ByteSource } from './byte-source.ts';
import { watch } from '../test/samples.ts';
import { countWebpChunks } from './webp-chunks.ts';

function file(lengths: readonly number[], pieceBytes: number): ByteSource & { bytesRead(): number } {
  const chunks = lengths.flatMap((length) => {
    const header = Buffer.alloc(8, 'ANMF');
    header.writeUInt32LE(length, 4);
    return [header, Buffer.alloc(length + (length % 2), 0xff)];
  });
  const bytes = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks]);
  let bytesRead = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      bytesRead += pieceBytes;
      yield bytes.subarray(at, at + pieceBytes);
    }
  }
  return { sizeBytes: bytes.length, open: async () => pieces(), bytesRead: () => bytesRead };
}

test('counts chunks wherever the pieces break', async () => {
  for (const pieceBytes of [1, 3, 8, 13, 1000]) {
    assert.equal(await countWebpChunks(file([], pieceBytes), 10), 0);
    assert.equal(await countWebpChunks(file([4, 0, 7, 30, 1], pieceBytes), 10), 5);
  }
});

test('a chunk that claims more bytes than the file has is the last', async () => {
  const bytes = Buffer.from('RIFF\0\0\0\0WEBPVP8 \xff\xff\xff\xff', 'latin1');
  assert.equal(await countWebpChunks(watch(bytes), 10), 1);
});

test('stops counting at the limit without reading the whole file', async () => {
  const many = file(
    Array.from({ length: 10_000 }, () => 0),
    100,
  );
  assert.equal(await countWebpChunks(many, 50), 51);
  assert.ok(many.bytesRead() < 1000);
});
