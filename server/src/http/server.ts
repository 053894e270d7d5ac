import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../domain/context.ts';
import { AppError } from '../kernel/errors.ts';
import { addJsonRoute } from './add-json-route.ts';
import { addPageRoute } from './add-page-route.ts';
import { addStreamRoute } from './add-stream-route.ts';
import { createAuthenticator } from './request/authenticate.ts';
import { answerClientError, answerUnknownExpectation } from './response/client-error.ts';
import { closeUnread } from './response/close-unread.ts';
import { errorTable, sendError, type ErrorStatuses } from './response/error-response.ts';
import { toAppError } from './response/framework-error.ts';
import { limitBodyTime } from './request/limit-body-time.ts';
import { createLoopDelay, shedLoad } from './request/load-shedding.ts';
import type { Metrics } from './metrics.ts';
import { createNotFound } from './response/not-found.ts';
import { requestId } from './request/request-id.ts';
import { pathParamLengthMax } from './request/request-text.ts';
import { fastifyPath, type RawRoute, type Route } from './route.ts';
import type { Service } from './service.ts';

type HttpOptions = {
  world: Omit<Ctx, 'caller'>;
  routes: readonly Route[];
  service: Service;
  metrics: Metrics;
  databaseWaiting(): number;
  /** Throws while no request may write. */
  checkWritable(): Promise<void>;
  trustedProxies: readonly string[];
  authFailuresPerMinute: number;
};

export type HttpServer = { fastify: FastifyInstance; settled(): Promise<void> };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    contentType: string | undefined;
  }
  interface FastifyContextConfig {
    operation?: string;
    isStream?: boolean;
    errorStatuses?: ErrorStatuses;
  }
}

const bodyBytesMax = 1024 * 1024;

export function createHttpServer(options: HttpOptions): HttpServer {
  const { world, routes, checkWritable } = options;
  const fastify = Fastify({
    genReqId: (request) => requestId(request.headers['x-request-id'], world.ids),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: pathParamLengthMax * 9 },
    // Uploads may take so long; everything else has its own limit.
    requestTimeout: 2 * 3_600_000,
    keepAliveTimeout: 60_000,
    maxRequestsPerSocket: 1000,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5000,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, world.ids),
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      void sendError(reply, toAppError(error, 'read request'));
    },
  });
  fastify.server.maxConnections = 2000;
  fastify.server.on('checkExpectation', (_request, response) => answerUnknownExpectation(response, world.ids));
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('contentType', undefined);
  // Bodies stay raw bytes: JSON is parsed after the key is checked, in the order of docs/api-rules.md.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const authenticator = createAuthenticator(world, options.authFailuresPerMinute);
  addHooks(fastify, options);
  for (const route of routes) {
    if (route.kind === 'json') addJsonRoute(fastify, route, { world, authenticator, checkWritable });
    else if (route.kind === 'page') addPageRoute(fastify, route, { world, checkWritable });
    else if (route.kind === 'stream') addStreamRoute(fastify, route, { world, authenticator, checkWritable });
    else addRawRoute(fastify, route, options.service);
  }
  return { fastify, settled: () => authenticator.settled() };
}

function addHooks(fastify: FastifyInstance, { world, routes, metrics, databaseWaiting }: HttpOptions): void {
  const notFound = createNotFound(routes);
  const shedFirst = new Set(routes.filter((route) => 'isShedFirst' in route && route.isShedFirst).map(fastifyPath));
  const loopDelay = createLoopDelay(() => performance.now());
  fastify.addHook('onClose', () => loopDelay.stop());

  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    // Keys, signing secrets and upload tickets are in responses of the API.
    if (request.url.startsWith('/v1/')) reply.header('Cache-Control', 'no-store');
    // Here and not in a handler of its own: that would read the body first.
    if (request.is404 || hasEmptyParam(request)) throw notFound(request.method, request.url);
    checkFraming(request);
    limitBodyTime(request, reply, world);
    hideContentType(request);
    const path = request.routeOptions.url ?? '';
    if (!path.startsWith('/v1/')) return;
    shedLoad({ eventLoopDelayMs: loopDelay.read(), waiting: databaseWaiting() }, shedFirst.has(path));
  });
  fastify.addHook('onResponse', async (request, reply) => {
    closeUnread(request.raw, world.clock);
    const route = request.routeOptions.url ?? 'none';
    const facts = { method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
    metrics.observe(facts);
    world.log.info({ reqId: request.id, ...facts }, 'request');
  });
  fastify.setErrorHandler((error, request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'answer request';
    const answer = toAppError(error, operation);
    if (errorTable[answer.code].status >= 500) world.log.error({ reqId: request.id, operation, err: answer }, 'failed');
    return sendError(reply, answer, request.routeOptions.config.errorStatuses);
  });
}

/** What is wrong with the request before anything in it is read. */
function checkFraming(request: FastifyRequest): void {
  const length = Number(request.headers['content-length'] ?? 0);
  const isStream = request.routeOptions.config.isStream === true;
  if (!isStream && length > bodyBytesMax) throw new AppError('payloadTooLarge', 'The body is over 1 MiB');
  if (request.headers['content-encoding'] !== undefined) {
    throw new AppError('unsupportedEncoding', 'Send the body without Content-Encoding');
  }
}

/** `/v1/profiles/` is not a profile without an id. */
function hasEmptyParam(request: FastifyRequest): boolean {
  return Object.values(request.params as Record<string, string>).includes('');
}

/** Hides the content type from Fastify, which would refuse unknown types before the key is checked. */
function hideContentType(request: FastifyRequest): void {
  request.contentType = request.headers['content-type'];
  if (request.contentType !== undefined) request.headers['content-type'] = 'application/octet-stream';
}

function addRawRoute(fastify: FastifyInstance, route: RawRoute, service: Service): void {
  fastify.route({
    method: route.method,
    url: fastifyPath(route),
    config: { operation: route.operation },
    handler: async (request, reply) => {
      reply.type(route.contentType);
      return route.serve(service, request, reply);
    },
  });
}
