import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** With `reachingKinds` the request reaches the platform. */
export const faultKinds = [
  'latency',
  'blackhole',
  'resetBeforeBody',
  'cut',
  'resetAfterBody',
  'halfOpen',
  'drip',
  'truncated',
] as const;
export type LineFault = (typeof faultKinds)[number];
export const reachingKinds: readonly LineFault[] = ['latency', 'resetAfterBody', 'halfOpen', 'drip', 'truncated'];

export type FaultProxy = AsyncDisposable & {
  url: string;
  /** Breaks the next non-GET request to this path; resolves when it has arrived. */
  spoil(path: RegExp, fault: LineFault): Promise<void>;
};

type Armed = { path: RegExp; fault: LineFault; met(): void };
type Line = { incoming: IncomingMessage; response: ServerResponse; target: URL };

/** Far below the deadline of a platform call. */
const latencyMs = 500;
const dripMs = 1000;

export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const armed: Armed[] = [];
  const ended = new AbortController();
  const server = createServer((incoming, response) => {
    const target = new URL(incoming.url ?? '/', url);
    const isLookUp = incoming.method === 'GET';
    const index = isLookUp ? -1 : armed.findIndex(({ path }) => path.test(target.pathname));
    const [hit] = index < 0 ? [] : armed.splice(index, 1);
    hit?.met();
    const line = { incoming, response, target };
    // A client that disconnects is not an error of the proxy.
    (hit === undefined ? relay(line) : ways[hit.fault](line, ended.signal)).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${new URL(url).pathname}`,
    spoil: (path, fault) => new Promise((met) => void armed.push({ path, fault, met })),
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type ProxiedResponse = { status: number; headers: IncomingMessage['headers']; body: Buffer };

async function forwardRequest({ incoming, target }: Line, body: Buffer): Promise<ProxiedResponse> {
  return await new Promise((resolve, reject) => {
    const headers = { ...incoming.headers, host: target.host, connection: 'close' };
    const outgoing = forward(target, { method: incoming.method, headers }, (reply) => {
      read(reply).then(
        (bytes) => resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: bytes }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function relay(line: Line): Promise<void> {
  const { status, headers, body } = await forwardRequest(line, await read(line.incoming));
  line.response.writeHead(status, headers).end(body);
}

async function silence(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

type Way = (line: Line, ended: AbortSignal) => Promise<void>;

const ways: Readonly<Record<LineFault, Way>> = {
  latency: async (line, ended) => {
    await sleep(latencyMs, undefined, { signal: ended });
    await relay(line);
  },
  blackhole: async (_line, ended) => await silence(ended),
  resetBeforeBody: async ({ incoming }) => void incoming.socket.resetAndDestroy(),
  cut: async ({ incoming }) => {
    await once(incoming, 'data');
    incoming.socket.destroy();
  },
  resetAfterBody: async (line) => {
    await forwardRequest(line, await read(line.incoming));
    line.incoming.socket.resetAndDestroy();
  },
  halfOpen: async (line, ended) => {
    await forwardRequest(line, await read(line.incoming));
    await silence(ended);
  },
  drip: async (line, ended) => {
    const { status, headers, body } = await forwardRequest(line, await read(line.incoming));
    // There is nothing to drip: the response never arrives.
    if (body.length === 0) return await silence(ended);
    line.response.writeHead(status, headers);
    for (const byte of body) {
      line.response.write(Buffer.of(byte));
      await sleep(dripMs, undefined, { signal: ended });
      if (line.response.destroyed) return;
    }
    line.response.end();
  },
  truncated: async (line) => {
    const { status, headers, body } = await forwardRequest(line, await read(line.incoming));
    if (body.length === 0) return void line.incoming.socket.resetAndDestroy();
    const { 'content-type': type = '' } = headers;
    line.response.writeHead(status, { 'content-type': type, 'content-length': body.length });
    line.response.write(body.subarray(0, body.length / 2), () => line.incoming.socket.end());
  },
};
