import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { sendResponse, statusOf, type WireResponse } from './wire-response.ts';
import { defined } from '../defined.ts';
import type { FaultKind } from './faults.ts';
import { fetchMedia, isHeraldUrl } from '../media/fetch-media.ts';
import { isFromHere } from './from-here.ts';
import type { Call, Platform, Route, WireRequest } from '../platform.ts';
import { readBody } from './read-body.ts';
import { describeRequest, describeResponse } from './request-log.ts';
import { matchRoute } from './routing.ts';
import { serveCall } from './serve-call.ts';
import { clientClosedSignal, sleep } from './wait.ts';
import type { SandboxContext } from '../context.ts';

const bodyBytesMax = 64 * 1024 * 1024;
/** Body limit of unknown routes. */
const refusedBytesMax = 64 * 1024;

/** `/sandbox/<platform>/<host>/<path>` stands for `https://<host>/<path>`. */
export function createWire(context: SandboxContext) {
  return async (platform: Platform, incoming: FastifyRequest, res: ServerResponse): Promise<void> => {
    const startedMs = performance.now();
    context.state.clock.tick();
    const at = new Date(context.state.clock.now()).toISOString();
    const realUrl = readRealUrl(platform, incoming.raw.url ?? '/');
    const match = openMatch(context, platform, { ...realUrl, incoming });
    const request: WireRequest = {
      ...realUrl,
      method: incoming.method,
      params: match?.params ?? {},
      headers: incoming.headers,
      body: await readBody(incoming, {
        bytesMax: match === undefined ? refusedBytesMax : (match.route.bodyBytesMax ?? bodyBytesMax),
        ...defined({ paceWindowMs: context.options.paceWindowMs }),
      }),
    };
    const signal = AbortSignal.any([clientClosedSignal(res), context.closing]);
    const response = await serve(context, platform, { request, route: match?.route, signal });
    context.log.add({
      at,
      platform: platform.name,
      operation: match?.route.operation ?? null,
      ...describeRequest(platform, request),
      status: statusOf(response),
      response: describeResponse(response),
      durationMs: Math.round((performance.now() - startedMs) * 10) / 10,
    });
    await sendResponse(res, response);
  };
}

type RoutedUrl = Pick<WireRequest, 'host' | 'path' | 'query'> & { incoming: FastifyRequest };

/** In production, other machines reach only consent pages. */
function openMatch(context: SandboxContext, platform: Platform, { incoming, ...url }: RoutedUrl) {
  const match = matchRoute(platform, { ...url, method: incoming.method, headers: incoming.headers });
  const isOpen = match?.route.isPage === true || !context.options.isProduction || isFromHere(incoming);
  return isOpen ? match : undefined;
}

type Incoming = { request: WireRequest; route: Route | undefined; signal: AbortSignal };

async function serve(context: SandboxContext, platform: Platform, incoming: Incoming): Promise<WireResponse> {
  const { request, route } = incoming;
  const target = { platform: platform.name, operation: route?.operation ?? '', accounts: [] as readonly string[] };
  const call = createCall(context, incoming, (kind) => context.faults.take(target, [kind]));
  if (route === undefined) return { kind: 'reply', reply: platform.errors.unknownRoute(call) };
  countCall(context, platform, route);
  if (request.body.kind === 'unreadable') return { kind: 'reply', reply: platform.errors.unreadableBody(call) };
  if (request.body.kind === 'tooLarge') return { kind: 'reply', reply: platform.errors.bodyTooLarge(call) };
  target.accounts = platform.identify(call);
  return serveCall(platform, route, call, (kinds) => context.faults.take(target, kinds));
}

function createCall(
  context: SandboxContext,
  { request, route, signal }: Incoming,
  takeFault: (kind: FaultKind) => ReturnType<Call['takeFault']>,
): Call {
  const { clock, random, store, media } = context.state;
  const origins = context.options.heraldOrigins;
  return {
    route,
    request,
    clock,
    random,
    store,
    media,
    throttle: context.throttle,
    signal,
    commit: store.commit,
    waitForCommit: async (ms) => {
      const committed = new AbortController();
      const forget = store.onCommit(() => committed.abort());
      await sleep(ms, AbortSignal.any([signal, committed.signal]));
      forget();
    },
    heraldOrigins: origins,
    isHeraldUrl: (url) => isHeraldUrl(url, origins()),
    // A platform finishes a request that it received, even if the client disconnects.
    fetchMedia: (url, sizeBytesMax) => fetchMedia(url, { origins: origins(), sizeBytesMax, signal: context.closing }),
    takeFault,
  };
}

function readRealUrl(platform: Platform, rawUrl: string): Pick<WireRequest, 'host' | 'path' | 'url' | 'query'> {
  const { pathname, searchParams } = new URL(rawUrl, 'http://sandbox');
  const [host = '', ...segments] = pathname.slice(`/sandbox/${platform.name}/`.length).split('/');
  const path = `/${segments.join('/')}`;
  return { host, path, url: `https://${host}${path}`, query: searchParams };
}

function countCall(context: SandboxContext, platform: Platform, route: Route): void {
  const key = `${platform.name} ${route.operation}`;
  context.calls.set(key, (context.calls.get(key) ?? 0) + 1);
}
