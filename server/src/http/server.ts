import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Caller, SystemCtx } from '../domain/context.ts';
import { AppError } from '../kernel/errors.ts';
import { addJsonRoute } from './add-json-route.ts';
import { addPageRoute } from './add-page-route.ts';
import { addStreamRoute } from './add-stream-route.ts';
import { createAuthenticator } from './request/authenticate.ts';
import { sendClientError, sendExpectationFailed } from './response/client-error.ts';
import { createServerCloser } from './response/close-server.ts';
import { closeUnread } from './response/close-unread.ts';
import { sendError } from './response/error-response.ts';
import { errorTable, type ErrorStatuses } from './response/error-table.ts';
import { toAppError } from './response/framework-error.ts';
import { limitBodyTime } from './request/limit-body-time.ts';
import { createLoopDelay, shedLoad } from './request/load-shedding.ts';
import { notFoundPage } from './pages/not-found-page.ts';
import { pageHeaders } from './pages/page-headers.ts';
import { lazySerializers } from './response/lazy-serializers.ts';
import { createNotFound } from './response/not-found.ts';
import { requestIds } from './request/request-ctx.ts';
import { requestId } from './request/request-id.ts';
import { pathParamLengthMax } from './request/request-text.ts';
import { fastifyPath, type RawRoute, type Route } from './route.ts';
import type { Service } from './service.ts';

type HttpOptions = {
  systemCtx: SystemCtx;
  routes: readonly Route[];
  service: Service;
  databaseWaiting(): number;
  checkWritable(): Promise<void>;
  trustedProxies: readonly string[];
  authFailuresPerMinute: number;
};

export type HttpServer = {
  fastify: FastifyInstance;
  settled(): Promise<void>;
  close(finishWithinMs: number): Promise<void>;
};

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

/** `schemas/validate.ts` validates requests. Without this, Fastify loads a validator that nothing uses. */
const refuseValidator = (): never => {
  throw new Error('routes declare response schemas only');
};

export function createHttpServer(options: HttpOptions): HttpServer {
  const { systemCtx, routes, checkWritable } = options;
  const fastify = Fastify({
    genReqId: (request) => requestId(request.headers['x-request-id'], systemCtx.ids),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: bodyBytesMax,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers, buildValidator: refuseValidator } },
    routerOptions: { maxParamLength: pathParamLengthMax * 9 },
    // Allows the longest upload; other requests have a shorter limit.
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
    clientErrorHandler: (error, socket) => sendClientError(error, socket, systemCtx),
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      void sendError(reply, toAppError(error, 'read request'), { baseUrl: systemCtx.site.baseUrl() });
    },
  });
  fastify.server.maxConnections = 2000;
  const close = createServerCloser(fastify);
  fastify.server.on('checkExpectation', (_request, response) => sendExpectationFailed(response, systemCtx.ids));
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('contentType', undefined);
  // Keeps bodies as bytes: JSON is parsed after the key is checked.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const authenticator = createAuthenticator(systemCtx, options.authFailuresPerMinute);
  addHooks(fastify, options);
  for (const route of routes) {
    if (route.kind === 'json') addJsonRoute(fastify, route, { systemCtx, authenticator, checkWritable });
    else if (route.kind === 'page') addPageRoute(fastify, route, { systemCtx, checkWritable });
    else if (route.kind === 'stream') addStreamRoute(fastify, route, { systemCtx, authenticator, checkWritable });
    else addRawRoute(fastify, route, options.service);
  }
  return { fastify, settled: () => authenticator.settled(), close };
}

function addHooks(fastify: FastifyInstance, { systemCtx, routes, databaseWaiting }: HttpOptions): void {
  const notFound = createNotFound(routes);
  const shedFirst = new Set(routes.filter((route) => 'isShedFirst' in route && route.isShedFirst).map(fastifyPath));
  const loopDelay = createLoopDelay(() => performance.now());
  fastify.addHook('onClose', () => loopDelay.stop());

  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    // Responses contain keys, signing secrets and upload tokens.
    if (request.url.startsWith('/v1/')) reply.header('Cache-Control', 'no-store');
    // A 404 handler would read the body first.
    if (request.is404 || hasEmptyParam(request)) throw notFound(request.method, request.url);
    checkFraming(request);
    limitBodyTime(request, reply, systemCtx);
    hideContentType(request);
    const path = request.routeOptions.url ?? '';
    if (!path.startsWith('/v1/')) return;
    const load = { eventLoopDelayMs: loopDelay.read(), waiting: databaseWaiting() };
    shedLoad(load, shedFirst.has(path), systemCtx.timing.eventLoopDelayMsMax);
  });
  // After the response Node itself discards the rest of a body, without a limit.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    closeUnread(request.raw, systemCtx.clock);
    done(null, payload);
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const facts = { method: request.method, route, status: reply.statusCode };
    const seconds = reply.elapsedTime / 1000;
    systemCtx.counts.time('httpRequest', facts, seconds);
    systemCtx.log.info({ ...requestIds(request), ...facts, seconds }, 'request');
  });
  fastify.setErrorHandler((error, request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'handle request';
    const appError = toAppError(error, operation);
    if (errorTable[appError.code].status >= 500)
      systemCtx.log.error({ ...requestIds(request), operation, err: appError }, 'failed');
    if (request.is404 && isForBrowser(request))
      return reply.code(404).headers(pageHeaders()).type('text/html; charset=utf-8').send(notFoundPage());
    const { errorStatuses } = request.routeOptions.config;
    return sendError(reply, appError, { baseUrl: systemCtx.site.baseUrl(), errorStatuses });
  });
}

/** API clients always get JSON. */
function isForBrowser({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/v1/') && accept.includes('text/html');
}

function checkFraming(request: FastifyRequest): void {
  const length = Number(request.headers['content-length'] ?? 0);
  const isStream = request.routeOptions.config.isStream === true;
  const { bodyLimit = bodyBytesMax } = request.routeOptions;
  if (!isStream && length > bodyLimit) {
    throw new AppError('payloadTooLarge', `The body is larger than ${bodyLimit} bytes`);
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new AppError('unsupportedEncoding', 'Send the body without Content-Encoding');
  }
}

/** `/v1/profiles/` must not mean a profile with an empty ID. */
function hasEmptyParam(request: FastifyRequest): boolean {
  return Object.values(request.params as Record<string, string>).includes('');
}

/** Otherwise Fastify refuses unknown types before the key is checked. */
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
