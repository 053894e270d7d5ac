import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { realClock, within } from '../../kernel/time/clock.ts';

const sweepMs = 50;

/**
 * Closes idle connections repeatedly, because finishing requests would leave theirs open. Node counts connections
 * without any request as busy, and browsers open those in advance, so they are closed too.
 */
export function createServerCloser(fastify: FastifyInstance): (finishWithinMs: number) => Promise<void> {
  const { server } = fastify;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async (finishWithinMs) => {
    const closed = fastify.close().then(() => true);
    for (let waitedMs = 0; waitedMs < finishWithinMs; waitedMs += sweepMs) {
      if ((await within(realClock, sweepMs, closed)) === true) return;
      server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }
    server.closeAllConnections();
    await closed;
  };
}
