import type { PlatformBody } from '../../kernel/outbound/platform-http.ts';
import type { Random } from '../../kernel/crypto/random.ts';
import type { Media } from '../adapter.ts';

export function jsonBody(value: object): PlatformBody {
  return bytesBody('application/json', Buffer.from(JSON.stringify(value)));
}

export function formBody(fields: Readonly<Record<string, string>>): PlatformBody {
  return bytesBody('application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(fields).toString()));
}

export function mediaBody(media: Media): PlatformBody {
  return { contentType: media.contentType, sizeBytes: media.sizeBytes, open: () => media.open() };
}

export function partOf(media: Media, start: number, end: number): Media {
  return { ...media, sizeBytes: end - start, open: () => media.open({ start, end }) };
}

type File = { name: string; filename: string; media: Media };

export function multipartBody(
  random: Random,
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
): PlatformBody {
  const boundary = `herald${Buffer.from(random.bytes(16)).toString('hex')}`;
  const head = (disposition: string, type = ''): Buffer =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`);
  const end = Buffer.from('\r\n');
  const parts: (Buffer | Media)[] = [
    ...Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), Buffer.from(value), end]),
    ...files.flatMap(({ name, filename, media }) => [
      head(`name="${name}"; filename="${filename}"`, `Content-Type: ${media.contentType}\r\n`),
      media,
      end,
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.sizeBytes), 0),
    open: () => streamOf(parts),
  };
}

async function* streamOf(parts: readonly (Buffer | Media)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* part.open();
  }
}

function bytesBody(contentType: string, bytes: Buffer): PlatformBody {
  return { contentType, sizeBytes: bytes.length, open: () => bytes };
}
