export const boundary = 'herald-abuse-boundary';

export const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

type Part = { disposition?: string | null; headers?: readonly string[]; content?: Uint8Array | string };

export const file: Part = { disposition: 'form-data; name="file"; filename="dot.gif"', content: dot };
export const field = (name: string, content: Uint8Array | string = 'x'): Part => ({
  disposition: `form-data; name="${name}"`,
  content,
});
export const named = (name: string): Part => ({ ...file, disposition: `form-data; name="file"; filename="${name}"` });
export const disposed = (disposition: string | null, ...headers: string[]): Part => ({ ...file, disposition, headers });

export function part({ disposition = null, headers = [], content = '' }: Part): Buffer {
  const lines = [...(disposition === null ? [] : [`Content-Disposition: ${disposition}`]), ...headers];
  const head = [`--${boundary}`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(content), Buffer.from('\r\n')]);
}

export const closing = Buffer.from(`--${boundary}--\r\n`);

export function form(...parts: readonly Part[]): Buffer {
  return Buffer.concat([...parts.map(part), closing]);
}

export function gifOf(sizeBytes: number): Buffer {
  return Buffer.concat([dot, Buffer.alloc(sizeBytes - dot.length)]);
}

export function* endless(start: Uint8Array, piece: Uint8Array): Generator<Uint8Array> {
  const chunk = Buffer.alloc(Math.ceil(65_536 / piece.length) * piece.length, piece);
  yield start;
  for (let sent = 0; sent < endlessBytes; sent += chunk.length) yield chunk;
}

export const endlessBytes = 150_000_000;
