import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Reply } from './reply.ts';

/** What goes over the wire in the end: a reply, a body far too large, or a connection that breaks. */
export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'huge'; readonly sizeBytes: number }
  | { readonly kind: 'drop' };

export function statusOf(answer: Answer): number | null {
  if (answer.kind === 'drop') return null;
  return answer.kind === 'huge' ? 200 : answer.reply.status;
}

export async function sendAnswer(res: ServerResponse, answer: Answer): Promise<void> {
  if (answer.kind === 'drop') {
    res.destroy();
    return;
  }
  if (answer.kind === 'huge') {
    await sendHuge(res, answer.sizeBytes);
    return;
  }
  const { status, headers, body } = answer.reply;
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  res.writeHead(status, { ...headers, ...length });
  res.end(body);
}

const chunk = Buffer.alloc(64 * 1024, ' ');

/** Spaces are legal JSON so far: a client must stop by counting, not by parsing. */
async function sendHuge(res: ServerResponse, sizeBytes: number): Promise<void> {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': sizeBytes });
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  for (let left = sizeBytes; left > 0 && !gone.signal.aborted; left -= chunk.length) {
    const isTaken = res.write(chunk.subarray(0, left));
    if (!isTaken) await once(res, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  res.end();
}
