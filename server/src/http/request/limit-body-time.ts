import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/time/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import { answerClientError } from '../response/client-error.ts';

type World = { clock: Clock; ids: Ids };

const bodyMs = 30_000;

/** Whoever sends a body has half a minute for it; uploads are held to a pace instead. */
export function limitBodyTime({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, world: World): void {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
  if (!hasBody || routeOptions.config.isStream === true) return;
  const arrived = new AbortController();
  raw.once('end', () => arrived.abort());
  // Answered before it was read, or gone.
  for (const event of ['finish', 'close']) reply.raw.once(event, () => arrived.abort());
  void world.clock.sleep(bodyMs, arrived.signal).then(() => {
    const timeout = Object.assign(new Error('the body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!arrived.signal.aborted) answerClientError(timeout, raw.socket, world.ids);
  });
}
