import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from './wire/wire-response.ts';
import { defined } from './defined.ts';
import { createFaults } from './wire/faults.ts';
import type { Platform } from './platform.ts';
import { feed } from '../feed/index.ts';
import { errorPage } from './pages/page.ts';
import type { Reply } from './wire/reply.ts';
import { createRequestLog } from './wire/request-log.ts';
import { openState } from './state/state.ts';
import { createThrottle } from './wire/throttle.ts';
import { startWebhooks } from './webhooks/send-webhooks.ts';
import { clientClosedSignal, sleep } from './wire/wait.ts';
import { createWire } from './wire/wire.ts';
import type { SandboxOptions, SandboxContext } from './context.ts';

export type Sandbox = {
  /** For paths that begin with `/sandbox`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  close(): Promise<void>;
};

export type Control = (context: SandboxContext, request: FastifyRequest, path: string) => Promise<Reply>;

const prefix = '/sandbox';
const closeMsMax = 1000;
const lingerMs = 5000;

export async function createSandboxOf(
  platforms: readonly Platform[],
  control: Control,
  options: SandboxOptions,
): Promise<Sandbox> {
  const closing = new AbortController();
  const context = openContext(platforms, options, closing.signal);
  const wire = createWire(context);
  startWebhooks(context);

  const route = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = new URL(request.raw.url ?? '/', 'http://sandbox').pathname;
    const [first = '', ...rest] = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1).split('/') : [];
    const platform = platforms.find((each) => each.name === first);
    if (platform !== undefined) await wire(platform, request, reply.raw);
    else if (first === 'feed' || /^\/sandbox\/?$/.test(path)) {
      await sendReply(reply, await feed(context, request, clientClosedSignal(reply.raw)));
    } else if (first === 'control') await sendReply(reply, await control(context, request, rest.join('/')));
    else await sendReply(reply, errorPage(404, 'Nothing here', 'The sandbox has no such platform or page.'));
  };
  const running = new Set<Promise<void>>();
  const http = await createHttp(async (request, reply) => {
    reply.hijack();
    const work = route(request, reply).catch((error: unknown) => breakOff(reply, error));
    running.add(work);
    await work;
    running.delete(work);
    closeUnread(request.raw);
  });
  return {
    handle: (req, res) => http.routing(req, res),
    close: async () => {
      closing.abort();
      await settle(running);
      await http.close();
      context.state.close();
    },
  };
}

function openContext(platforms: readonly Platform[], options: SandboxOptions, closing: AbortSignal): SandboxContext {
  const { file, seed, clock, stateBytesMax, mediaBytesMax } = options;
  const state = openState({
    ...defined({ file, seed, clock, stateBytesMax, mediaBytesMax }),
    plant: (tx) => platforms.forEach((platform) => platform.seed(tx)),
  });
  return {
    options,
    platforms,
    state,
    faults: createFaults(state.clock),
    throttle: createThrottle(state.clock),
    log: createRequestLog(),
    calls: new Map(),
    webhooks: new Map(),
    closing,
  };
}

const sendReply = (fastifyReply: FastifyReply, reply: Reply): Promise<void> =>
  sendResponse(fastifyReply.raw, { kind: 'reply', reply });

/** Does not wait for a client that stalls in the middle of a body. */
async function settle(running: Iterable<Promise<void>>): Promise<void> {
  const settled = new AbortController();
  await Promise.race([Promise.all(running), sleep(closeMsMax, settled.signal)]);
  settled.abort();
}

/** Closing at once would lose the refusal for a client that is still sending. */
function closeUnread(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), lingerMs);
  request.once('close', () => clearTimeout(timer));
}

/** For errors that no reply can report. */
function breakOff(reply: FastifyReply, error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
  reply.raw.destroy();
}

/** The platform's own routing decides which body a request may have, so there is only one route. */
async function createHttp(
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Promise<FastifyInstance> {
  const http = fastify({ frameworkErrors: (_error, request, reply) => void handle(request, reply) });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  http.all('/*', handle);
  http.setNotFoundHandler(handle);
  await http.ready();
  return http;
}
