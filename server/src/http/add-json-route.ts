import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../domain/context.ts';
import { deadline } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Authenticator } from './authenticate.ts';
import { errorTable } from './error-response.ts';
import { requirePermission } from './permission.ts';
import { readBody } from './read-body.ts';
import { fastifyPath, type JsonRoute } from './route.ts';
import { createQueryCheck } from './read-query.ts';
import { createBodyCheck } from './validate.ts';

type Deps = { world: Omit<Ctx, 'caller'>; authenticator: Authenticator };

export const pathParamLengthMax = 512;
const handlerMsMax = 30_000;

/** The contract's order of checks from the key on: key, budget, permission, body, shape; then the operation. */
export function addJsonRoute(fastify: FastifyInstance, route: JsonRoute, { world, authenticator }: Deps): void {
  const checkQuery = createQueryCheck(route.query);
  const checkBody = route.body === undefined ? undefined : createBodyCheck(route.body, route.unknownKeys);
  fastify.route({
    method: route.method,
    url: fastifyPath(route),
    config: { operation: route.operation },
    schema: { response: { [route.success]: route.response } },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await authenticator.authenticate(request, reply);
      requirePermission(caller, route.access);
      request.caller = caller;
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller } = request;
      if (caller === null) throw new Error('a request passed without authentication');
      const body = checkBody?.(readBody(request.contentType, request.body));
      const input = { params: readParams(route, request.params), query: checkQuery(request.query), body };
      const result = await deadline(handlerMsMax, route.handle({ ...world, caller }, input), tookTooLong);
      return reply.code(route.success).send(result);
    },
  });
}

/** No resource can have such an id, so the answer is the route's own for an unknown one. */
function readParams(route: JsonRoute, params: unknown): Record<string, string> {
  const values = params as Record<string, string>;
  const isUsable = Object.values(values).every((value) => value.length <= pathParamLengthMax && !value.includes('\0'));
  if (isUsable) return values;
  const code = route.errors.find((error) => errorTable[error].status === 404) ?? 'notFound';
  throw new AppError(code, 'Not found');
}

function tookTooLong(): AppError {
  return new AppError('unavailable', 'The request took too long', { retryAfterSeconds: 1 });
}
