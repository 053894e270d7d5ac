import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Ctx } from '../domain/context.ts';
import type { Authenticator } from './request/authenticate.ts';
import { requirePermission } from './request/permission.ts';
import { createQueryCheck } from './request/read-query.ts';
import { readParams } from './request/request-text.ts';
import { fastifyPath, type StreamRoute } from './route.ts';
import { uploadSource } from './request/upload-source.ts';

const idleMsMax = 60_000;

type Deps = { world: Omit<Ctx, 'caller'>; authenticator: Authenticator; checkWritable(): Promise<void> };

/** Bodies of any size, as they come. In a scope of its own, because elsewhere bodies are read whole before the handler. */
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
          requirePermission(caller, route.access);
          request.caller = caller;
        }
        if (route.method !== 'GET') await deps.checkWritable();
      },
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        return answer(route, deps, { request, reply, query: checkQuery(request.query) });
      },
    });
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; query: unknown };

async function answer(route: StreamRoute, { world }: Deps, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, query } = exchange;
  const input = {
    params: readParams(request.params),
    query,
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
  if (!(Symbol.asyncIterator in given.body)) return reply.send(given.body);
  const bytes = given.body;
  if (request.method !== 'HEAD') return reply.send(goingOut(bytes, reply));
  await close(bytes);
  // Nothing at all would be taken for a length of nothing.
  return reply.send(Readable.from([]));
}

/** The framework would read it to its end, into nothing. Begun, because only what has begun tidies up behind itself. */
async function close(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
}

/** A reader that takes nothing for so long has gone away without a word. */
function goingOut(bytes: AsyncIterable<Uint8Array>, { raw }: FastifyReply): Readable {
  raw.setTimeout(idleMsMax, () => raw.destroy());
  return Readable.from(bytes, { objectMode: false });
}

function refuse(): never {
  throw new Error('a request passed without authentication');
}
