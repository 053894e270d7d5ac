import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { type ImageRule, renderImage } from './rendition.ts';
import { animation, noise, picture, watch } from '../test/samples.ts';

const jpegOnly: ImageRule = { contentTypes: ['image/jpeg'], sizeBytesMax: 8_000_000 };
const common: ImageRule = { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], sizeBytesMax: 2_000_000 };

async function rendered(bytes: Uint8Array, rule: ImageRule) {
  const rendition = await renderImage(watch(bytes), rule);
  assert.equal(rendition.kind, 'rendered', JSON.stringify(rendition));
  const header = await sharp(rendition.bytes).metadata();
  assert.deepEqual([header.width, header.height], [rendition.width, rendition.height]);
  assert.equal(`image/${header.format}`, rendition.contentType);
  assert.ok(rendition.bytes.length <= rule.sizeBytesMax);
  return { ...rendition, header };
}

async function impossible(bytes: Uint8Array, rule: ImageRule) {
  const rendition = await renderImage(watch(bytes), rule);
  assert.equal(rendition.kind, 'impossible', JSON.stringify({ ...rendition, bytes: undefined }));
  return rendition;
}

test('converts a 12 MB PNG of 4000×3000 for a platform that accepts JPEG up to 1440 wide and 8 MB', async () => {
  const png = await noisyPng(4000, 3000);
  assert.ok(png.length > 12_000_000);
  const rendition = await rendered(png, { ...jpegOnly, widthMax: 1440 });
  assert.deepEqual([rendition.contentType, rendition.width, rendition.height], ['image/jpeg', 1440, 1080]);
  assert.deepEqual(rendition.changes.slice(0, 2), ['PNG converted to JPEG', 'shrunk from 4000×3000 to 1440×1080']);
  assert.match(rendition.changes[2] ?? '', /^compressed to \d+(\.\d MB| kB)$/);

  const small = await rendered(png, common);
  assert.equal(small.contentType, 'image/jpeg');
  assert.ok(small.bytes.length > 1_000_000, 'no smaller than it must be');
});

test('returns asIs for images that fit, including a GIF where GIFs are accepted', async () => {
  const jpeg = await picture(60, 40).jpeg().toBuffer();
  assert.deepEqual(await renderImage(watch(jpeg), { ...jpegOnly, widthMax: 60, pixelsMax: 2400 }), { kind: 'asIs' });
  const gif = await animation(20, 3).gif().toBuffer();
  assert.deepEqual(await renderImage(watch(gif), { contentTypes: ['image/gif'], sizeBytesMax: 1e6 }), { kind: 'asIs' });
});

test('converts only beyond the edge of each limit', async () => {
  const jpeg = await picture(60, 40).jpeg().toBuffer();
  const exact = { contentTypes: ['image/jpeg'], sizeBytesMax: jpeg.length };
  assert.equal((await renderImage(watch(jpeg), exact)).kind, 'asIs');
  assert.deepEqual((await rendered(jpeg, { ...exact, sizeBytesMax: jpeg.length - 1 })).changes.length > 0, true);
  const narrow = await rendered(jpeg, { ...jpegOnly, widthMax: 59 });
  assert.equal(narrow.width, 59);
  const few = await rendered(jpeg, { ...jpegOnly, pixelsMax: 2399 });
  assert.ok(few.width * few.height <= 2399 && few.width >= 58);
});

test('fills transparency with white in a JPEG and keeps it in a PNG', async () => {
  const clear = await sharp({
    create: { width: 80, height: 80, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const jpeg = await rendered(clear, jpegOnly);
  assert.deepEqual(jpeg.changes, ['PNG converted to JPEG', 'transparency filled with white']);
  assert.deepEqual([...(await sharp(jpeg.bytes).raw().toBuffer()).subarray(0, 3)], [255, 255, 255]);
  const png = await rendered(clear, { ...common, widthMax: 40 });
  assert.deepEqual([png.contentType, png.header.hasAlpha], ['image/png', true]);
  assert.deepEqual(png.changes, ['shrunk from 80×80 to 40×40']);
});

test('applies the EXIF orientation to the pixels and removes EXIF', async () => {
  const left = {
    input: { create: { width: 50, height: 60, channels: 3 as const, background: 'red' } },
    left: 0,
    top: 0,
  };
  const jpeg = await sharp({ create: { width: 100, height: 60, channels: 3, background: 'blue' } })
    .composite([left])
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'Somebody' } } })
    .jpeg()
    .toBuffer();
  const rendition = await rendered(jpeg, { ...jpegOnly, widthMax: 30 });
  assert.deepEqual([rendition.width, rendition.height], [30, 50]);
  assert.deepEqual(
    [rendition.header.exif, rendition.header.orientation, rendition.header.icc],
    [undefined, undefined, undefined],
  );
  const pixels = await sharp(rendition.bytes).raw().toBuffer();
  const [red, , blue] = [...pixels.subarray(0, 3)];
  assert.ok((red ?? 0) > 200 && (blue ?? 255) < 60, 'the left is now the top');
});

test('converts CMYK and 16-bit images to 8-bit sRGB', async () => {
  const cmyk = await picture(40, 40).toColourspace('cmyk').jpeg().toBuffer();
  assert.equal((await sharp(cmyk).metadata()).space, 'cmyk');
  assert.equal((await rendered(cmyk, { ...jpegOnly, widthMax: 20 })).header.space, 'srgb');
  const deep = await picture(40, 40).toColourspace('rgb16').png().toBuffer();
  assert.equal((await sharp(deep).metadata()).depth, 'ushort');
  assert.equal((await rendered(deep, { ...common, widthMax: 20 })).header.depth, 'uchar');
});

test('keeps only the first frame of a GIF and an animated WebP', async () => {
  const gif = await rendered(await animation(40, 3).gif().toBuffer(), jpegOnly);
  assert.deepEqual(gif.changes.slice(0, 2), ['GIF converted to JPEG', 'only the first frame of the animation kept']);
  assert.deepEqual([gif.width, gif.height], [40, 40]);
  const webp = await rendered(await animation(40, 3).webp().toBuffer(), jpegOnly);
  assert.equal(webp.changes[0], 'WebP converted to JPEG');
});

test('shrinks a PNG until it fits when only PNG is accepted', async () => {
  const rendition = await rendered(await noisyPng(400, 300), { contentTypes: ['image/png'], sizeBytesMax: 100_000 });
  assert.equal(rendition.contentType, 'image/png');
  assert.ok(rendition.width < 250 && rendition.bytes.length > 50_000);
});

test('keeps an aspect ratio within the range, and leaves one outside unchanged', async () => {
  const square = { ...jpegOnly, ratio: { min: 0.8, max: 1.91 } };
  const edge = await rendered(await picture(1910, 1000).jpeg().toBuffer(), { ...square, widthMax: 777 });
  assert.ok(edge.width / edge.height <= 1.91);
  const wide = await rendered(await picture(200, 100).png().toBuffer(), square);
  assert.deepEqual([wide.contentType, wide.width, wide.height], ['image/jpeg', 200, 100]);
});

test('returns impossible with the failing rule', async () => {
  const png = await noisyPng(400, 300);
  assert.equal((await impossible(png, { contentTypes: ['image/gif'], sizeBytesMax: 1e6 })).rule, 'mediaType');
  assert.equal((await impossible(png, { ...jpegOnly, sizeBytesMax: 100 })).rule, 'mediaSize');
  const gif = await picture(40, 40).gif().toBuffer();
  assert.equal((await impossible(gif, { contentTypes: ['image/gif'], sizeBytesMax: 10 })).rule, 'mediaSize');
  assert.match((await impossible(Buffer.from('<svg/>'), jpegOnly)).reason, /markup/);
  assert.match((await impossible(Buffer.from('%PDF-1.7\n%%EOF'), jpegOnly)).reason, /application\/pdf, not an image/);
  assert.equal((await impossible(Buffer.alloc(0), jpegOnly)).rule, 'mediaType');
  const damaged = await impossible(png.subarray(0, png.length >> 1), jpegOnly);
  assert.match(damaged.reason, /damaged/);
});

test('the same bytes and rule produce the same rendition', async () => {
  const png = await noisyPng(500, 400);
  const rule = { ...common, sizeBytesMax: 60_000 };
  const [first, second] = [await rendered(png, rule), await rendered(png, rule)];
  assert.ok(first.bytes.equals(second.bytes));
  assert.deepEqual(first.changes, second.changes);
});

async function noisyPng(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const };
  return sharp(noise(width * height * 3), { raw })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
