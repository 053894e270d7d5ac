import assert from 'node:assert/strict';
import { test } from 'node:test';
import { avatarOf } from '../pages/avatar.ts';
import { imageSizeOf } from './image-size.ts';
import { mediaTypeOf } from './media-type.ts';

const samples = {
  'image/gif': Buffer.from('GIF89a\x10\x00\x20\x00', 'latin1'),
  // A 4-byte APP0 segment precedes the frame.
  'image/jpeg': Buffer.from('ffd8ffe000040000ffc0001108002000100301', 'hex'),
  'image/webp': Buffer.concat([
    Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8X', 'latin1'),
    Buffer.from('0a000000000000000f00001f0000', 'hex'),
  ]),
};

test('reads width and height from the header of every image type', () => {
  assert.deepEqual(imageSizeOf(avatarOf('x')), { width: 64, height: 64 });
  for (const [type, bytes] of Object.entries(samples)) {
    assert.equal(mediaTypeOf(bytes), type);
    assert.deepEqual(imageSizeOf(bytes), { width: 16, height: 32 }, type);
  }
});

test('returns undefined for truncated headers and other files', () => {
  for (const bytes of Object.values(samples)) assert.equal(imageSizeOf(bytes.subarray(0, 8)), undefined);
  assert.equal(imageSizeOf(Buffer.from('hello context, hello')), undefined);
  assert.equal(mediaTypeOf(Buffer.from('\0\0\0\x18ftypisom', 'latin1')), 'video/mp4');
});
