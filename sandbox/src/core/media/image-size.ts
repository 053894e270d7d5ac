import { mediaTypeOf } from './media-type.ts';

export type ImageSize = { readonly width: number; readonly height: number };

export function imageSizeOf(source: Uint8Array): ImageSize | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  try {
    switch (mediaTypeOf(bytes)) {
      case 'image/png':
        return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
      case 'image/gif':
        return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
      case 'image/jpeg':
        return jpegSize(bytes);
      case 'image/webp':
        return webpSize(bytes);
      case 'video/mp4':
      case 'video/quicktime':
      case 'application/pdf':
      case undefined:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** A frame starts with a marker from C0 to CF, except for the tables C4, C8 and CC. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let offset = 2; bytes.readUInt8(offset) === 0xff;) {
    const marker = bytes.readUInt8(offset + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    }
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
