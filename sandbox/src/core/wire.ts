import type { FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { sendAnswer, statusOf, type Answer } from './answer.ts';
import { defined } from './defined.ts';
import type { FaultKind } from './faults.ts';
import { fetchMedia, isHeraldUrl } from './fetch-media.ts';
import { isFromHere } from './from-here.ts';
import type { Call, Network, Route, WireRequest } from './network.ts';
import { readBody } from './read-body.ts';
import { describeRequest } from './request-log.ts';
import { matchRoute } from './routing.ts';
import { serveCall } from './serve-call.ts';
import { goneSignal, sleep } from './wait.ts';
import type { World } from './world.ts';

const bodyBytesMax = 64 * 1024 * 1024;
/** Of requests that lead nowhere; what is beyond is not read. */
const refusedBytesMax = 64 * 1024;

/** `/sandbox/<platform>/<host>/<path>` stands for `https://<host>/<path>`. */
export function createWire(world: World) {
  return async (network: Network, incoming: FastifyRequest, res: ServerResponse): Promise<void> => {
    world.state.clock.tick();
    const at = new Date(world.state.clock.now()).toISOString();
    const address = readAddress(network, incoming.raw.url ?? '/');
    const match = openMatch(world, network, { ...address, incoming });
    const request: WireRequest = {
      ...address,
      method: incoming.method,
      params: match?.params ?? {},
      headers: incoming.headers,
      body: await readBody(incoming, {
        bytesMax: match === undefined ? refusedBytesMax : (match.route.bodyBytesMax ?? bodyBytesMax),
        ...defined({ paceWindowMs: world.options.paceWindowMs }),
      }),
    };
    const signal = AbortSignal.any([goneSignal(res), world.closing]);
    const answer = await serve(world, network, { request, route: match?.route, signal });
    world.log.add({
      at,
      platform: network.name,
      operation: match?.route.operation ?? null,
      ...describeRequest(network, request),
      status: statusOf(answer),
    });
    await sendAnswer(res, answer);
  };
}

type Asked = Pick<WireRequest, 'host' | 'path' | 'query'> & { incoming: FastifyRequest };

/** In production strangers find the pages for people and nothing else. */
function openMatch(world: World, network: Network, { incoming, ...address }: Asked) {
  const match = matchRoute(network, { ...address, method: incoming.method });
  const isOpen = match?.route.isPage === true || !world.options.isProduction || isFromHere(incoming);
  return isOpen ? match : undefined;
}

type Incoming = { request: WireRequest; route: Route | undefined; signal: AbortSignal };

async function serve(world: World, network: Network, incoming: Incoming): Promise<Answer> {
  const { request, route } = incoming;
  const target = { platform: network.name, operation: route?.operation ?? '', accounts: [] as readonly string[] };
  const call = createCall(world, incoming, (kind) => world.faults.take(target, [kind]));
  if (route === undefined) return { kind: 'reply', reply: network.errors.unknownRoute(call) };
  countCall(world, network, route);
  if (request.body.kind === 'unreadable') return { kind: 'reply', reply: network.errors.unreadableBody(call) };
  if (request.body.kind === 'tooLarge') return { kind: 'reply', reply: network.errors.bodyTooLarge(call) };
  target.accounts = network.identify(call);
  return serveCall(network, route, call, (kinds) => world.faults.take(target, kinds));
}

function createCall(
  world: World,
  { request, route, signal }: Incoming,
  takeFault: (kind: FaultKind) => ReturnType<Call['takeFault']>,
): Call {
  const { clock, random, store, media } = world.state;
  const origins = world.options.heraldOrigins;
  return {
    route,
    request,
    clock,
    random,
    store,
    media,
    throttle: world.throttle,
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
    fetchMedia: (url, sizeBytesMax) => fetchMedia(url, { origins: origins(), sizeBytesMax, signal }),
    takeFault,
  };
}

function readAddress(network: Network, rawUrl: string): Pick<WireRequest, 'host' | 'path' | 'url' | 'query'> {
  const { pathname, searchParams } = new URL(rawUrl, 'http://sandbox');
  const [host = '', ...segments] = pathname.slice(`/sandbox/${network.name}/`.length).split('/');
  const path = `/${segments.join('/')}`;
  return { host, path, url: `https://${host}${path}`, query: searchParams };
}

function countCall(world: World, network: Network, route: Route): void {
  const key = `${network.name} ${route.operation}`;
  world.calls.set(key, (world.calls.get(key) ?? 0) + 1);
}
