import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/time/clock.ts';
import { sendClientError } from '../response/client-error.ts';

type BodyTimeCtx = { clock: Clock } & Parameters<typeof sendClientError>[2];

const bodyMs = 30_000;

/** Uploads are exempt: they have a minimum speed instead. */
export function limitBodyTime({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, ctx: BodyTimeCtx): void {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
  if (!hasBody || routeOptions.config.isStream === true) return;
  const arrived = new AbortController();
  // With a reason: otherwise abort() creates an exception with a stack trace for each request.
  const end = (): void => arrived.abort('arrived');
  raw.once('end', end);
  // The response precedes the end of the body, or the connection is closed.
  for (const event of ['finish', 'close']) reply.raw.once(event, end);
  void ctx.clock.sleep(bodyMs, arrived.signal).then(() => {
    if (arrived.signal.aborted) return;
    const timeout = Object.assign(new Error('the body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    sendClientError(timeout, raw.socket, ctx);
  });
}
