import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { probe } from './probe.ts';
import { animation, box, container, ftyp, picture, uint, watch } from '../test/samples.ts';

const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
);

describe('accepts', () => {
  const cases: [name: string, make: () => Buffer | Promise<Buffer>, expected: object][] = [
    ['JPEG', () => picture(60, 40).jpeg().toBuffer(), image('image/jpeg', 60, 40)],
    ['PNG', () => picture(60, 40, 4).png().toBuffer(), image('image/png', 60, 40)],
    ['WebP', () => picture(60, 40).webp().toBuffer(), image('image/webp', 60, 40)],
    ['WebP, animated', () => animation(20, 3).webp().toBuffer(), image('image/webp', 20, 20)],
    ['GIF', () => picture(60, 40).gif().toBuffer(), { ...image('image/gif', 60, 40), type: 'gif' }],
    ['GIF, animated', () => animation(20, 3).gif().toBuffer(), { ...image('image/gif', 20, 20), type: 'gif' }],
    ['MP4', () => container('Mp4', { picture: true, sound: true }), video('video/mp4')],
    ['MP4, index last', async () => indexLast(await container('Mp4', { picture: true })), video('video/mp4')],
    ['M4V', async () => branded(await container('Mp4', { picture: true }), 'M4V '), video('video/x-m4v')],
    ['QuickTime', () => container('Mov', { picture: true }), video('video/quicktime')],
    ['WebM', () => container('WebM', { picture: true, sound: true }), video('video/webm')],
    ['AVI', () => Buffer.from('RIFF\x10\0\0\0AVI LIST\0\0\0\0', 'latin1'), bare('video/x-msvideo', 'video')],
    ['MPEG', () => Buffer.from('000001b3140000', 'hex'), bare('video/mpeg', 'video')],
    [
      'MPEG-2 program',
      () => Buffer.concat([Buffer.from('000001ba44', 'hex'), Buffer.alloc(50)]),
      bare('video/mpeg', 'video'),
    ],
    ['PDF', () => pdf, bare('application/pdf', 'document')],
    ['MP3', () => container('Mp3', { sound: true }), { ...bare('audio/mpeg', 'audio'), durationMs: 120 }],
    ['AAC', () => container('Adts', { sound: true }), { ...bare('audio/aac', 'audio'), durationMs: 85 }],
    ['Ogg', () => container('Ogg', { sound: true }), { ...bare('audio/ogg', 'audio'), durationMs: 80 }],
    ['WAV', () => container('Wav', { sound: true }), { ...bare('audio/wav', 'audio'), durationMs: 2000 }],
    ['M4A', async () => branded(await container('Mp4', { sound: true }), 'M4A '), sound('audio/mp4')],
    ['MP4 with sound alone', () => container('Mp4', { sound: true }), sound('audio/mp4')],
  ];
  for (const [name, make, expected] of cases) {
    test(name, async () => {
      assert.deepEqual(await probe(watch(await make())), expected);
    });
  }

  test('returns displayed dimensions: EXIF rotates an image, the matrix rotates a video', async () => {
    const turned = await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    assert.deepEqual(await probe(watch(turned)), image('image/jpeg', 40, 60));
    const upright = await container('Mp4', { picture: true, rotation: 90 });
    assert.deepEqual(await probe(watch(upright)), { ...video('video/mp4'), width: 180, height: 320 });
  });

  test('a fragmented MP4 whose index has no duration', async () => {
    const expected = { ...bare('video/mp4', 'video'), width: 320, height: 180, videoCodec: 'avc' };
    assert.deepEqual(await probe(watch(await container('Mp4', { picture: true, fragmented: true }))), expected);
  });

  test('a JPEG with HTML in a comment', async () => {
    const jpeg = await picture(60, 40).jpeg().toBuffer();
    const words = Buffer.from('<html><script>alert(1)</script>');
    const comment = Buffer.concat([Buffer.from('fffe', 'hex'), uint(2, words.length + 2), words]);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    assert.deepEqual(await probe(watch(bytes)), image('image/jpeg', 60, 40));
  });
});

describe('reads no more than needed', () => {
  test('reads the first 64 KiB of a JPEG and a PNG', async () => {
    for (const bytes of [await picture(1000, 800).jpeg().toBuffer(), await picture(400, 400).png().toBuffer()]) {
      assert.ok(bytes.length > 200_000);
      const source = watch(bytes);
      assert.equal((await probe(source)).kind, 'media');
      assert.equal(source.bytesRead(), 65_536);
    }
  });

  test('reads at most 1 MiB of a JPEG with 900 kB before its header', async () => {
    const jpeg = await picture(60, 40).jpeg().toBuffer();
    const source = watch(
      Buffer.concat([jpeg.subarray(0, 2), ...padding(900_000), jpeg.subarray(2), Buffer.alloc(5_000_000)]),
    );
    assert.deepEqual(await probe(source), image('image/jpeg', 60, 40));
    assert.equal(source.bytesRead(), 1024 * 1024);
  });

  test('reads only head and index of a 3 GB MP4 whose index comes last', async () => {
    const movie = await container('Mp4', { picture: true });
    const index = movie.subarray(movie.indexOf('moov') - 4);
    const moov = index.subarray(0, index.readUInt32BE(0));
    const gap = 3_000_000_000;
    const start = Buffer.concat([ftyp(), uint(4, 1), Buffer.from('mdat'), uint(2, 0), uint(6, gap)]);
    const indexAt = ftyp().length + gap;
    let bytesRead = 0;
    const open = async (range?: { start: number; end: number }) => {
      const { start: from, end } = range ?? { start: 0, end: 0 };
      bytesRead += end - from;
      const bytes = Buffer.alloc(end - from);
      if (from < start.length) start.copy(bytes, 0, from);
      if (from >= indexAt) moov.copy(bytes, 0, from - indexAt);
      return watch(bytes).open();
    };
    assert.deepEqual(await probe({ sizeBytes: indexAt + moov.length, open }), video('video/mp4'));
    assert.ok(bytesRead < 70_000, `${bytesRead}`);
  });

  test('reads less than 1 MB of a 50 MB WAV', async () => {
    const wav = await container('Wav', { sound: true });
    wav.writeUInt32LE(50_000_000 - 44, 40);
    const source = watch(wav, 50_000_000);
    assert.equal((await probe(source)).kind, 'media');
    assert.ok(source.bytesRead() < 1_000_000, `${source.bytesRead()}`);
  });

  test('throws storage errors instead of blaming the file', async () => {
    const missing = { sizeBytes: 100, open: async () => undefined };
    await assert.rejects(probe(missing), /no longer exists/);
    const mp3 = await container('Wav', { sound: true });
    let opened = 0;
    const failing = {
      sizeBytes: mp3.length,
      open: async (range?: { start: number; end: number }) => {
        if (++opened > 1) throw new Error('the store is down');
        return watch(mp3).open(range);
      },
    };
    await assert.rejects(probe(failing), /the store is down/);
  });
});

function image(contentType: string, width: number, height: number) {
  return { kind: 'media', contentType, type: 'image', width, height };
}

function video(contentType: string) {
  return {
    kind: 'media',
    contentType,
    type: 'video',
    width: 320,
    height: 180,
    durationMs: 2000,
    videoCodec: contentType === 'video/webm' ? 'vp8' : 'avc',
  };
}

function sound(contentType: string) {
  return { ...bare(contentType, 'audio'), durationMs: 2000 };
}

function bare(contentType: string, type: string) {
  return { kind: 'media', contentType, type };
}

function branded(mp4: Buffer, brand: string): Buffer {
  mp4.write(brand, 8, 'latin1');
  return mp4;
}

function indexLast(mp4: Buffer): Buffer {
  const at = mp4.indexOf('moov') - 4;
  const end = at + mp4.readUInt32BE(at);
  return Buffer.concat([
    mp4.subarray(0, at),
    box('free', Buffer.alloc(70_000)),
    mp4.subarray(end),
    mp4.subarray(at, end),
  ]);
}

function padding(sizeBytes: number): Buffer[] {
  const segment = Buffer.concat([Buffer.from('ffed', 'hex'), uint(2, 60_002), Buffer.alloc(60_000)]);
  return Array<Buffer>(Math.ceil(sizeBytes / 60_000)).fill(segment);
}
