import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { SystemCtx } from '../domain/context.ts';
import { requestCtx } from './request/request-ctx.ts';
import type { Authenticator } from './request/authenticate.ts';
import { requirePermission } from './request/permission.ts';
import { createQueryCheck } from './request/read-query.ts';
import { readParams } from './request/request-text.ts';
import { fastifyPath, type StreamRoute } from './route.ts';
import { uploadSource } from './request/upload-source.ts';

const idleMsMax = 60_000;

type Deps = { systemCtx: SystemCtx; authenticator: Authenticator; checkWritable(): Promise<void> };

/** Needs its own scope, because elsewhere Fastify reads the whole body first. */
export function addStreamRoute(fastify: FastifyInstance, route: StreamRoute, deps: Deps): void {
  const checkQuery = createQueryCheck(route.query);
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route({
      method: route.method,
      url: fastifyPath(route),
      config: { operation: route.operation, isStream: true },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        if (route.access !== 'none') {
          const caller = await deps.authenticator.authenticate(request, reply);
          request.caller = caller;
          requirePermission(caller, route.access);
        }
        if (route.method !== 'GET') await deps.checkWritable();
      },
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        return respond(route, deps, { request, reply, query: checkQuery(request.query) });
      },
    });
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; query: unknown };

async function respond(route: StreamRoute, { systemCtx }: Deps, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, query } = exchange;
  const input = {
    params: readParams(request.params),
    query,
    contentType: request.contentType,
    headers: request.headers,
    body: Readable.from(uploadSource(request.raw, systemCtx.clock), { objectMode: false }),
  };
  const { caller } = request;
  const ctx = requestCtx(systemCtx, request);
  const response = await (route.access === 'none'
    ? route.handle(ctx, input)
    : route.handle({ ...ctx, caller: caller ?? refuse() }, input));
  void reply.code(response.status).headers(response.headers ?? {});
  if (response.body === undefined) return reply.send();
  if (!(Symbol.asyncIterator in response.body)) return reply.send(response.body);
  const bytes = response.body;
  if (request.method !== 'HEAD') return reply.send(responseStream(bytes, reply));
  await close(bytes);
  // Without a body, Fastify sends `content-length: 0`.
  return reply.send(Readable.from([]));
}

/** Fastify reads the body of a HEAD to its end. A generator's cleanup runs only if it was started. */
async function close(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}

function responseStream(bytes: AsyncIterable<Uint8Array>, { raw }: FastifyReply): Readable {
  raw.setTimeout(idleMsMax, () => raw.destroy());
  return Readable.from(bytes, { objectMode: false });
}

function refuse(): never {
  throw new Error('a request passed without authentication');
}
