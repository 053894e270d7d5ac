import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const side = 64;

export function avatarOf(name: string): Buffer {
  const colour = createHash('sha256').update(name).digest().subarray(0, 3);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: side }, () => colour)]);
  const pixels = Buffer.concat(Array.from({ length: side }, () => row));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
