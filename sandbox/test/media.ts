import { avatarOf } from '../src/core/pages/avatar.ts';

export const mp4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1');

/** A PNG header with these dimensions. */
export function pngOf(width: number, height: number): Buffer {
  const png = Buffer.from(avatarOf('claim'));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** A JPEG header with its dimensions, padded to a size. */
export function jpegOf(width: number, height: number, sizeBytes = 0): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0, 0xff, 0xd9]);
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, Buffer.alloc(Math.max(0, sizeBytes - frame.length))]);
}

/** The part of an MP4 that contains its duration. */
export function mp4Of(seconds: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32BE(40, 0);
  header.write('mvhd', 4, 'latin1');
  header.writeUInt32BE(1000, 20);
  header.writeUInt32BE(seconds * 1000, 24);
  return Buffer.concat([mp4, header]);
}
