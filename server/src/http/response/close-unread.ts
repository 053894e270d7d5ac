import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../kernel/time/clock.ts';

const lingerMs = 5000;

/**
 * Answered before its body was there: nobody will use the rest, and nobody may hold a connection with it. For a moment
 * the bytes are thrown away, because closing over them would take the answer from whoever is still sending.
 */
export function closeUnread(request: IncomingMessage, clock: Pick<Clock, 'sleep'>): void {
  if (request.complete || request.readableEnded || request.destroyed) return;
  const arrived = new AbortController();
  for (const event of ['end', 'close']) request.once(event, () => arrived.abort());
  // Whoever read it piece by piece would keep it from flowing, until a moment after they are gone.
  request.removeAllListeners('readable');
  process.nextTick(() => request.resume());
  void clock.sleep(lingerMs, arrived.signal).then(() => {
    if (!arrived.signal.aborted) request.destroy();
  });
}
