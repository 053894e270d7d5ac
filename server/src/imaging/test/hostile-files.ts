import { crc32, deflateSync } from 'node:zlib';
import { animation, box, container, ftyp, noise, picture, uint } from './samples.ts';

type Make = () => Uint8Array | Promise<Uint8Array>;
const text =
  (words: string): Make =>
  () =>
    Buffer.from(words, 'latin1');

export const hostileFiles: readonly [name: string, make: Make, reason: RegExp][] = [
  ['nothing', () => Buffer.alloc(0), /empty/],
  ['one byte', () => Buffer.from([0xff]), /not known/],
  ['noughts', () => Buffer.alloc(100_000), /not known/],
  ['noise', () => noise(100_000), /not known|not accepted|cannot be read/],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /markup/],
  ['SVG after XML', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), /markup/],
  ['SVG after blanks', text('\n\t  <svg/>'), /markup/],
  ['HTML', text('<!doctype html><script>alert(1)</script>'), /markup/],
  ['HTML after a mark', text('\xef\xbb\xbf<html>'), /markup/],
  ['HTML in UTF-16', () => Buffer.from('\ufeff<html>', 'utf16le'), /markup/],
  ['shell script', text('#!/bin/sh\nrm -rf /'), /markup/],
  ['JavaScript', text('/* GIF89a */ alert(1)'), /markup/],
  ['plain words', text('Hello, this is a photo.'), /not known/],
  ['zip', text('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0a'), /zip/],
  ['Windows program', text('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff'), /not accepted/],
  ['Linux program', text('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'), /not accepted/],
  ['TIFF', () => picture(20, 20).tiff().toBuffer(), /image\/tiff/],
  ['AVIF', () => box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')), /image\/avif/],
  ['JPEG of three bytes', () => Buffer.from('ffd8ff', 'hex'), /no readable image header/],
  ['JPEG cut before its size', async () => (await picture(60, 40).jpeg().toBuffer()).subarray(0, 100), /no readable/],
  ['JPEG that is HTML after its mark', text('\xff\xd8\xff<html><script>alert(1)</script>'), /no readable/],
  ['JPEG with endless segments first', () => endlessSegments('ffe10002'), /no readable/],
  ['JPEG with endless segments and rubbish between them', () => endlessSegments('ffe1000200'), /no readable/],
  ['JPEG with a huge profile first', () => picture(9, 9).jpeg().toBuffer().then(withLateHeader), /no readable/],
  [
    'PNG cut within its header',
    async () => (await picture(60, 40).png().toBuffer()).subarray(0, 30),
    /no readable|not known/,
  ],
  ['PNG without width', () => png(0, 10), /no readable|no width/],
  ['PNG of 60000×60000', () => png(60_000, 60_000), /too large: 60000×60000 is 3600 megapixels/],
  ['PNG of 2³¹ pixels a side', () => png(0x7fffffff, 0x7fffffff), /no readable|too large/],
  ['GIF cut within its header', async () => (await picture(60, 40).gif().toBuffer()).subarray(0, 12), /no readable/],
  ['GIF that is JavaScript', text('GIF89a/*<html>*/=1;alert(document.domain)//'), /no readable|too large/],
  ['GIF of 65535×65535', () => gif(65_535, 65_535, 1), /too large: 65535×65535/],
  ['GIF of 5000 frames', () => gif(1000, 1000, 5000), /too large: 5000 frames of 1000×1000 are 5000 megapixels/],
  ['WebP cut within its header', async () => (await picture(60, 40).webp().toBuffer()).subarray(0, 20), /no readable/],
  ['WebP cut within its pixels', async () => (await picture(60, 40).webp().toBuffer()).subarray(0, 400), /no readable/],
  ['MP4 of nothing but its type', () => ftyp(), /no index/],
  ['MP4 cut within its index', async () => (await mp4()).subarray(0, 200), /truncated/],
  ['MP4 whose index is noise', () => Buffer.concat([ftyp(), box('moov', noise(5000))]), /no readable track/],
  ['MP4 whose index is empty', () => Buffer.concat([ftyp(), box('moov')]), /no readable track/],
  [
    'MP4 with endless boxes',
    () => Buffer.concat([ftyp(), ...Array<Buffer>(300_000).fill(box('free'))]),
    /first 512 boxes/,
  ],
  [
    'MP4 with endless far boxes',
    () => Buffer.concat([ftyp(), ...Array<Buffer>(1000).fill(box('free', Buffer.alloc(9000)))]),
    /512/,
  ],
  [
    'MP4 with a box to the end',
    () => Buffer.concat([ftyp(), uint(4, 0), Buffer.from('mdat'), noise(5000)]),
    /no index/,
  ],
  ['MP4 with a long box of no size', () => Buffer.concat([ftyp(), long('mdat', 0)]), /impossible size/],
  ['MP4 with a long box of 8 bytes', () => Buffer.concat([ftyp(), long('free', 8)]), /impossible size/],
  ['MP4 with a box of 7 bytes', () => Buffer.concat([ftyp(), uint(4, 7), Buffer.from('free')]), /impossible size/],
  ['MP4 with a box beyond all files', () => Buffer.concat([ftyp(), long('mdat', 2 ** 47)]), /truncated/],
  [
    'MP4 whose boxes nest 100000 deep',
    () => Buffer.concat([ftyp(), nested('moov', 'trak', 100_000)]),
    /no readable track/,
  ],
  [
    'MP4 whose index is millions of boxes',
    () => Buffer.concat([ftyp(), box('moov', Buffer.alloc(29_000_000, box('udta')))]),
    /more than 10000 boxes/,
  ],
  ['WebP of endless frames', manyFrames, /no readable/],
  ['MP4 with millions of sample descriptions', describedOften, /no readable track/],
  ['MP4 fragment', () => Buffer.concat([ftyp(), box('moof', Buffer.alloc(50))]), /without its beginning/],
  ['MP4 claiming an index of 100 MB', claimedIndex, /index of the video has/],
  ['QuickTime of noise', () => Buffer.concat([box('wide'), box('mdat', noise(500))]), /no index/],
  ['WebM of its first 60 bytes', async () => (await container('WebM', { picture: true })).subarray(0, 60), /no tracks/],
  ['WebM whose lists name each other', jumpingWebm, /no tracks/],
  ['WebM with sound alone', () => container('WebM', { sound: true }), /audio only/],
  [
    'Matroska',
    async () =>
      Buffer.from((await container('WebM', { picture: true })).toString('latin1').replace('webm', 'mkv\0'), 'latin1'),
    /not known|not accepted/,
  ],
  ['MP3 of one frame mark', text('\xff\xfb\x90\x64<script>alert(1)</script>'), /cannot be read/],
  [
    'MP3 of endless tags',
    () => Buffer.concat(Array<Buffer>(400_000).fill(Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'))),
    /cannot be read|not known/,
  ],
  ['WAV without a format', text('RIFF\x20\0\0\0WAVEdata\x04\0\0\0abcd'), /cannot be read/],
  [
    'WAV of endless chunks',
    () => Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fWAVE', 'latin1'), Buffer.alloc(8_000_000, 'LIST\0\0\0\0')]),
    /cannot be read/,
  ],
  ['Ogg of endless streams', () => Buffer.concat(Array<Buffer>(100_000).fill(oggPage())), /cannot be read/],
  ['PDF that is HTML', text('%PDF-1.7\n<html><script>alert(1)</script>\n%%EOF'), /both a PDF and markup/],
  ['PDF without a version', text('%PDF\n%%EOF'), /no PDF version/],
  ['PDF cut short', text('%PDF-1.7\n1 0 obj\n<< >>'), /truncated/],
  ['PDF that is a zip', text(`%PDF-1.7\n%%EOF\nPK\x05\x06${'\0'.repeat(18)}`), /zip archive/],
  ['PDF after HTML', text('<html>%PDF-1.7\n%%EOF'), /markup/],
];

const mp4 = (): Promise<Buffer> => container('Mp4', { picture: true });

function endlessSegments(segment: string): Buffer {
  return Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(8_000_000, Buffer.from(segment, 'hex'))]);
}

function withLateHeader(jpeg: Buffer): Buffer {
  const profile = Buffer.concat([
    Buffer.from('ffe2', 'hex'),
    uint(2, 65_535),
    Buffer.from('ICC_PROFILE\0'),
    Buffer.alloc(65_521),
  ]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(80).fill(profile), jpeg.subarray(2)]);
}

function png(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    return Buffer.concat([uint(4, content.length), body, uint(4, crc32(body))]);
  };
  const header = Buffer.concat([uint(4, width), uint(4, height), Buffer.from([8, 0, 0, 0, 0])]);
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    pixels,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function gif(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const control = Buffer.from('\x21\xf9\x04\0\x0a\0\0\0', 'latin1');
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  const all = Array<Buffer>(frames).fill(Buffer.concat([control, frame]));
  return Buffer.concat([header, ...all, Buffer.from(';')]);
}

async function manyFrames(): Promise<Buffer> {
  const webp = await animation(20, 2).webp({ quality: 1 }).toBuffer();
  const at = webp.indexOf('ANMF');
  const frame = webp.subarray(at, at + 8 + webp.readUInt32LE(at + 4));
  const bytes = Buffer.concat([
    webp.subarray(0, at),
    Buffer.alloc(Math.floor(30_000_000 / frame.length) * frame.length, frame),
  ]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

function long(type: string, size: number): Buffer {
  return Buffer.concat([uint(4, 1), Buffer.from(type), uint(2, 0), uint(6, size), Buffer.alloc(100)]);
}

function nested(outer: string, inner: string, depth: number): Buffer {
  const headers = Array.from({ length: depth }, (_, at) =>
    Buffer.concat([uint(4, (depth - at) * 8), Buffer.from(at === 0 ? outer : inner)]),
  );
  return Buffer.concat(headers);
}

function describedOften(): Buffer {
  const descriptions = box('stsd', uint(4, 0), uint(4, 3_000_000), Buffer.alloc(24_000_000, box('avc1')));
  const media = box('minf', box('stbl', descriptions));
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13));
  return Buffer.concat([ftyp(), box('moov', box('trak', box('mdia', handler, media)))]);
}

function claimedIndex(): Buffer {
  return Buffer.concat([ftyp(), uint(4, 100_000_008), Buffer.from('moov'), Buffer.alloc(100_000_000)]);
}

/** Each list contains all later ones and refers to the next, so following them takes quadratic time. */
function jumpingWebm(): Buffer {
  const lists = 2500;
  const start = Buffer.from('1a45dfa387428284' + '7765626d' + '1853806701ffffffffffffff', 'hex');
  const list = (at: number): Buffer =>
    Buffer.concat([
      Buffer.from('114d9b74', 'hex'),
      uint(4, 0x10000000 + 25 * (lists - at) - 8),
      Buffer.from('4dbb8e53ab84114d9b7453ac84', 'hex'),
      uint(4, (at + 1) * 25),
    ]);
  return Buffer.concat([start, ...Array.from({ length: lists }, (_, at) => list(at))]);
}

function oggPage(): Buffer {
  const page = Buffer.alloc(36);
  page.write('OggS', 0, 'latin1');
  page[5] = 2;
  page[26] = 1;
  page[27] = 8;
  page.write('OpusHead', 28, 'latin1');
  return page;
}
