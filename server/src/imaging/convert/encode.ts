import type { Size } from './fit-size.ts';
import type { OpenImage } from './load-sharp.ts';
import { pixelsMax } from '../read/image-header.ts';

export type Format = 'jpeg' | 'png' | 'webp';
export type Picture = { open: OpenImage; bytes: Uint8Array; flatten: boolean };

const best = 90;
const worst = 60;
const between = [80, 70];

/** Tries qualities from 90 to 60; if none fits, returns the smallest size reached. */
export async function encodeWithin(
  picture: Picture,
  format: Format,
  size: Size,
  sizeBytesMax: number,
): Promise<{ fits: true; bytes: Buffer } | { fits: false; sizeBytes: number }> {
  const finest = await encode(picture, format, size, best);
  if (finest.length <= sizeBytesMax) return { fits: true, bytes: finest };
  if (format === 'png') return { fits: false, sizeBytes: finest.length };
  // The worst quality comes second: if it is too large, no other fits.
  const coarsest = await encode(picture, format, size, worst);
  if (coarsest.length > sizeBytesMax) return { fits: false, sizeBytes: coarsest.length };
  for (const quality of between) {
    const bytes = await encode(picture, format, size, quality);
    if (bytes.length <= sizeBytesMax) return { fits: true, bytes };
  }
  return { fits: true, bytes: coarsest };
}

/** Decodes each time: the pixels of a 50-megapixel image would fill a small machine's memory. */
async function encode(picture: Picture, format: Format, size: Size, quality: number): Promise<Buffer> {
  const image = picture
    .open(picture.bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb');
  if (picture.flatten && format === 'jpeg') image.flatten({ background: '#ffffff' });
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality }).toBuffer();
    case 'webp':
      return image.webp({ quality }).toBuffer();
    case 'png':
      return image.png({ compressionLevel: 9 }).toBuffer();
  }
}
