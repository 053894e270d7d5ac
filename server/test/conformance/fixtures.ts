import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Media, MediaType, Post } from '../../src/platforms/adapter.ts';
import { gifOf, jpegOf, mp4Of, pdfOf, pngOf } from './media-files.ts';

export type Fixtures = {
  origin: string;
  jpeg(words: string): Media;
  png(words: string): Media;
  gif(words: string): Media;
  mp4(words: string): Media;
  pdf(words: string): Media;
  file(bytes: Buffer, facts: Facts): Media;
  text(text: string, settings?: Post['settings']): Post;
  with(media: readonly Media[], text: string, settings?: Post['settings']): Post;
  sha256(media: Media): string;
  close(): Promise<void>;
};

type Facts = { type: MediaType; contentType: string; width?: number; height?: number; durationMs?: number };

const chunkBytes = 256;

export async function serveFixtures(): Promise<Fixtures> {
  const files = new Map<string, { bytes: Buffer; contentType: string }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.contentType ?? 'text/plain' });
    response.end(file?.bytes ?? 'no such file');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keep = (bytes: Buffer, facts: Facts): Media => {
    const path = `/media/${sha256(bytes)}`;
    files.set(path, { bytes, contentType: facts.contentType });
    return {
      ...facts,
      sizeBytes: bytes.length,
      url: `${origin}${path}`,
      open: async function* ({ start, end } = { start: 0, end: bytes.length }) {
        for (let at = start; at < end; at += chunkBytes) yield bytes.subarray(at, Math.min(at + chunkBytes, end));
      },
    };
  };
  const compose: Fixtures['with'] = (media, text, settings = {}) => ({
    text,
    title: '',
    media,
    tags: [],
    thread: [],
    settings,
  });
  return {
    origin,
    jpeg: (words) => keep(jpegOf(words), { type: 'image', contentType: 'image/jpeg', width: 400, height: 400 }),
    png: (words) => keep(pngOf(words), { type: 'image', contentType: 'image/png', width: 64, height: 64 }),
    gif: (words) => keep(gifOf(words), { type: 'gif', contentType: 'image/gif', width: 1, height: 1 }),
    mp4: (words) =>
      keep(mp4Of(words), { type: 'video', contentType: 'video/mp4', width: 720, height: 1280, durationMs: 5000 }),
    pdf: (words) => keep(pdfOf(words), { type: 'document', contentType: 'application/pdf' }),
    file: keep,
    text: (text, settings) => compose([], text, settings),
    with: compose,
    sha256: ({ url }) => url.split('/').at(-1) ?? '',
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
