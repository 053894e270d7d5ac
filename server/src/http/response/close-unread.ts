import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../kernel/time/clock.ts';

const lingerMs = 5000;
const announcedBytesMax = 32 * 1024 * 1024;
const chunkedBytesMax = 2 * 1024 * 1024;

/**
 * Discards a body that is no longer needed for a moment, because a client that is still sending would not see the
 * response on a closed connection. Beyond the limit bytes stay in the socket, which stops the client at no cost.
 */
export function closeUnread(request: IncomingMessage, clock: Pick<Clock, 'sleep'>): void {
  if (request.complete || request.readableEnded || request.destroyed) return;
  const arrived = new AbortController();
  for (const event of ['end', 'close']) request.once(event, () => arrived.abort());
  // A `readable` listener keeps the stream from flowing until the tick after its removal.
  request.removeAllListeners('readable');
  const bytesMax = request.headers['content-length'] === undefined ? chunkedBytesMax : announcedBytesMax;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) request.pause();
  });
  process.nextTick(() => request.resume());
  void clock.sleep(lingerMs, arrived.signal).then(() => {
    if (!arrived.signal.aborted) request.destroy();
  });
}
