import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Ctx } from '../domain/context.ts';
import type { Authenticator } from './authenticate.ts';
import { requirePermission } from './permission.ts';
import { fastifyPath, type StreamRoute } from './route.ts';
import { uploadSource } from './upload-source.ts';

type Deps = { world: Omit<Ctx, 'caller'>; authenticator: Authenticator };

/** Bodies of any size, as they come. In a scope of its own, because elsewhere bodies are read whole before the handler. */
export function addStreamRoute(fastify: FastifyInstance, route: StreamRoute, deps: Deps): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.route({
      method: route.method,
      url: fastifyPath(route),
      config: { operation: route.operation, isStream: true },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        if (route.access === 'none') return;
        const caller = await deps.authenticator.authenticate(request, reply);
        requirePermission(caller, route.access);
        request.caller = caller;
      },
      handler: (request: FastifyRequest, reply: FastifyReply) => answer(route, deps, { request, reply }),
    });
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function answer(route: StreamRoute, { world }: Deps, { request, reply }: Exchange): Promise<FastifyReply> {
  const input = {
    params: request.params as Record<string, string>,
    contentType: request.contentType,
    headers: request.headers,
    body: Readable.from(uploadSource(request.raw, world.clock), { objectMode: false }),
  };
  const { caller } = request;
  const given = await (route.access === 'none'
    ? route.handle(world, input)
    : route.handle({ ...world, caller: caller ?? refuse() }, input));
  void reply.code(given.status).headers(given.headers ?? {});
  if (given.body === undefined) return reply.send();
  const isBytes = Symbol.asyncIterator in given.body;
  return reply.send(
    isBytes ? Readable.from(given.body as AsyncIterable<Uint8Array>, { objectMode: false }) : given.body,
  );
}

function refuse(): never {
  throw new Error('a request passed without authentication');
}
