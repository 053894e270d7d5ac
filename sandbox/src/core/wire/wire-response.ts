import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Reply } from './reply.ts';

export type WireResponse =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'huge'; readonly sizeBytes: number }
  | { readonly kind: 'drop' };

export function statusOf(response: WireResponse): number | null {
  if (response.kind === 'drop') return null;
  return response.kind === 'huge' ? 200 : response.reply.status;
}

export async function sendResponse(res: ServerResponse, response: WireResponse): Promise<void> {
  if (response.kind === 'drop') {
    res.destroy();
    return;
  }
  if (response.kind === 'huge') {
    await sendHuge(res, response.sizeBytes);
    return;
  }
  const { status, headers, body } = response.reply;
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  res.writeHead(status, { ...headers, ...length });
  res.end(body);
}

const chunk = Buffer.alloc(64 * 1024, ' ');

/** Spaces are valid JSON, so a client must stop by counting bytes. */
async function sendHuge(res: ServerResponse, sizeBytes: number): Promise<void> {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': sizeBytes });
  const clientClosed = new AbortController();
  res.once('close', () => clientClosed.abort());
  for (let left = sizeBytes; left > 0 && !clientClosed.signal.aborted; left -= chunk.length) {
    const isTaken = res.write(chunk.subarray(0, left));
    if (!isTaken) await once(res, 'drain', { signal: clientClosed.signal }).catch(() => undefined);
  }
  res.end();
}
