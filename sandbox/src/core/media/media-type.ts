export type MediaType =
  'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'video/mp4' | 'video/quicktime' | 'application/pdf';

/** Ignores file names and headers. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.slice(4, 8) !== 'ftyp') return undefined;
  return head.slice(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}
