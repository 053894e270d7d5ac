import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { SystemCtx } from '../domain/context.ts';
import { deadline } from '../kernel/time/clock.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { requestCtx } from './request/request-ctx.ts';
import type { Authenticator } from './request/authenticate.ts';
import { errorTable } from './response/error-table.ts';
import { serialSchema } from './response/serial-schema.ts';
import { requirePermission } from './request/permission.ts';
import { readBody } from './request/read-body.ts';
import { Alternative, fastifyPath, WithHeaders, type JsonRoute } from './route.ts';
import { createQueryCheck } from './request/read-query.ts';
import { readIds } from './request/request-text.ts';
import { createBodyCheck } from '../schemas/validate.ts';

type Deps = { systemCtx: SystemCtx; authenticator: Authenticator; checkWritable(): Promise<void> };

const handlerMsMax = 30_000;

/** Checks in the order of docs/api-rules.md. */
export function addJsonRoute(fastify: FastifyInstance, route: JsonRoute, deps: Deps): void {
  const { systemCtx, authenticator } = deps;
  const checkQuery = createQueryCheck(route.query);
  const shape = route.isBodyCheckedLater === true ? undefined : route.body;
  const checkBody = shape === undefined ? undefined : createBodyCheck(shape, route.unknownKeys);
  fastify.route({
    method: route.method,
    url: fastifyPath(route),
    ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
    config: {
      operation: route.operation,
      ...(route.errorStatuses === undefined ? {} : { errorStatuses: route.errorStatuses }),
    },
    schema: { response: responsesOf(route) },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await authenticator.authenticate(request, reply);
      request.caller = caller;
      requirePermission(caller, route.access);
      if (route.access !== 'read') await deps.checkWritable();
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller } = request;
      if (caller === null) throw new Error('a request passed without authentication');
      const ctx = { ...requestCtx(systemCtx, request), caller };
      const { headers } = request;
      const rawBody = readInput(route, request);
      const before = await route.replay?.(ctx, headers);
      if (before !== undefined) return reply.code(alternativeOf(route).status).send(before.body);
      const body = checkBody?.(rawBody);
      const params = readIds(request.params, unknownCodeOf(route));
      const input = {
        params,
        query: checkQuery(request.query),
        body,
        rawBody,
        headers,
        closed: () => closedSignal(reply),
      };
      const result = await deadline(handlerMsMax + (route.waitMsMax ?? 0), route.handle(ctx, input), tookTooLong);
      if (result instanceof Alternative) return reply.code(alternativeOf(route).status).send(result.body);
      if (result instanceof WithHeaders) return reply.code(route.success).headers(result.headers).send(result.body);
      return reply.code(route.success).send(result);
    },
  });
}

function readInput(route: JsonRoute, request: FastifyRequest): Record<string, unknown> {
  const isNothing = !Buffer.isBuffer(request.body) || request.body.length === 0;
  if (route.body === undefined || (route.isBodyOptional === true && isNothing)) return {};
  return readBody(request.contentType, request.body);
}

/** Created only on use, because most requests do not wait. */
function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => closed.abort());
  if (raw.destroyed) closed.abort();
  return closed.signal;
}

function responsesOf(route: JsonRoute): Record<number, TSchema> {
  const other = route.alternative;
  return {
    [route.success]: serialSchema(route.response),
    ...(other === undefined ? {} : { [other.status]: serialSchema(other.response) }),
  };
}

function alternativeOf({ alternative, path }: JsonRoute): NonNullable<JsonRoute['alternative']> {
  if (alternative === undefined) throw new Error(`${path} declares no other response`);
  return alternative;
}

function unknownCodeOf({ errors }: JsonRoute): ErrorCode {
  return errors.find((error) => errorTable[error].status === 404) ?? 'notFound';
}

function tookTooLong(): AppError {
  return new AppError('unavailable', 'The request took too long', { retryAfterSeconds: 1 });
}
