import type { FastifyInstance } from 'fastify';
import { realClock, within } from '../../kernel/time/clock.ts';

const sweepMs = 50;

/**
 * Lets running requests finish. Connections that were busy when closing began turn idle later and would be kept open
 * for their next request, so idle ones are closed again and again.
 */
export async function closeServer(fastify: FastifyInstance, finishWithinMs: number): Promise<void> {
  const closed = fastify.close().then(() => true);
  for (let waitedMs = 0; waitedMs < finishWithinMs; waitedMs += sweepMs) {
    if ((await within(realClock, sweepMs, closed)) === true) return;
    fastify.server.closeIdleConnections();
  }
  fastify.server.closeAllConnections();
  await closed;
}
