import { crc32, deflateSync } from 'node:zlib';

/** Minimal valid files that depend only on `words`. */

/** Gray blocks of two bits each. */
export function jpegOf(words: string): Buffer {
  const side = 400;
  const blocks = (side / 8) ** 2;
  const segment = (marker: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0xff, marker]), uint(2, content.length + 2), content]);
  const oneCode = (table: number): Buffer => Buffer.from([table, 1, ...Array<number>(15).fill(0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xfe, Buffer.from(words)),
    segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
    segment(0xc0, Buffer.concat([Buffer.from([8]), uint(2, side), uint(2, side), Buffer.from([1, 1, 0x11, 0])])),
    segment(0xc4, oneCode(0x00)),
    segment(0xc4, oneCode(0x10)),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    Buffer.alloc((blocks * 2) / 8),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function pngOf(words: string): Buffer {
  const side = 64;
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    return Buffer.concat([uint(4, content.length), body, uint(4, crc32(body))]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint(4, side), uint(4, side), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('tEXt', Buffer.from(`Comment\0${words}`)),
    chunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function gifOf(words: string): Buffer {
  const comment = Buffer.from(words.slice(0, 255));
  return Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    Buffer.from([0x21, 0xfe, comment.length]),
    comment,
    Buffer.from('\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3b', 'latin1'),
  ]);
}

/** The index comes first, as platforms require; the sample cannot be decoded. */
export function mp4Of(words: string): Buffer {
  const sample = Buffer.concat([uint(4, words.length + 1), Buffer.from([0x65]), Buffer.from(words, 'latin1')]);
  const head = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'));
  const indexAt = (offset: number): Buffer => movieIndex(sample.length, offset);
  const sampleAt = head.length + indexAt(0).length + 8;
  return Buffer.concat([head, indexAt(sampleAt), box('mdat', sample)]);
}

const width = 720;
const height = 1280;
const durationMs = 5000;
const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => uint(4, value)));

function movieIndex(sampleBytes: number, sampleAt: number): Buffer {
  const zeros = (count: number): Buffer => Buffer.alloc(count);
  const times = Buffer.concat([zeros(8), uint(4, 1000), uint(4, durationMs)]);
  const movie = fullBox('mvhd', times, uint(4, 0x10000), uint(2, 0x100), zeros(10), matrix, zeros(24), uint(4, 2));
  const size = [uint(4, width * 0x10000), uint(4, height * 0x10000)];
  const trackTimes = [zeros(8), uint(4, 1), zeros(4), uint(4, durationMs)];
  const track = box('tkhd', uint(4, 7), ...trackTimes, zeros(16), matrix, ...size);
  const media = fullBox('mdhd', times, uint(2, 0x55c4), zeros(2));
  const handler = fullBox('hdlr', zeros(4), Buffer.from('vide'), zeros(12), Buffer.from('video\0'));
  const dataInfo = box('dinf', fullBox('dref', uint(4, 1), box('url ', uint(4, 1))));
  const look = Buffer.concat([zeros(6), uint(2, 1), zeros(16), uint(2, width), uint(2, height)]);
  const density = Buffer.concat([uint(4, 0x480000), uint(4, 0x480000), zeros(4), uint(2, 1), zeros(32)]);
  const codec = box('avcC', Buffer.from([1, 0x42, 0, 0x1f, 0xff, 0xe0, 0]));
  const samples = box(
    'stbl',
    fullBox('stsd', uint(4, 1), box('avc1', look, density, uint(2, 24), uint(2, 0xffff), codec)),
    fullBox('stts', uint(4, 1), uint(4, 1), uint(4, durationMs)),
    fullBox('stsc', uint(4, 1), uint(4, 1), uint(4, 1), uint(4, 1)),
    fullBox('stsz', uint(4, sampleBytes), uint(4, 1)),
    fullBox('stco', uint(4, 1), uint(4, sampleAt)),
  );
  const picture = box('minf', box('vmhd', uint(4, 1), zeros(8)), dataInfo, samples);
  return box('moov', movie, box('trak', track, box('mdia', media, handler, picture)));
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint(4, content.length + 8), Buffer.from(type, 'latin1'), content]);
}

function fullBox(type: string, ...parts: readonly Buffer[]): Buffer {
  return box(type, uint(4, 0), ...parts);
}

function uint(sizeBytes: number, value: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  bytes.writeUIntBE(value, 0, sizeBytes);
  return bytes;
}

/** Has no cross-reference table. */
export function pdfOf(words: string): Buffer {
  return Buffer.from(
    [
      `%PDF-1.4\n%${words.replaceAll(/\W/g, ' ')}`,
      '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
      '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
      '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>> endobj',
      'trailer <</Root 1 0 R>>\n%%EOF\n',
    ].join('\n'),
  );
}
