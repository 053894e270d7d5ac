import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Balancer = AsyncDisposable & {
  url: string;
  add(baseUrl: string): void;
  remove(baseUrl: string): void;
  inUse(): string[];
};

type Options = {
  port?: number;
  checkMs?: number;
  /** Sends a refused request to the next process. Otherwise only `/readyz` keeps requests away. */
  failsOver?: boolean;
  onChange?(baseUrl: string, isReady: boolean): void;
};
type Backend = { baseUrl: string; agent: Agent; isReady: boolean };

const responseWithinMs = 2000;
const unavailable = { error: 'No process of Herald is ready.' };

export async function startBalancer(options: Options = {}): Promise<Balancer> {
  const { port = 0, checkMs = 200, failsOver = true, onChange } = options;
  const backends = new Map<string, Backend>();
  let turn = 0;
  const inUse = (): Backend[] => [...backends.values()].filter(({ isReady }) => isReady);
  const setReady = (backend: Backend, isReady: boolean): void => {
    if (backend.isReady === isReady || backends.get(backend.baseUrl) !== backend) return;
    backend.isReady = isReady;
    onChange?.(backend.baseUrl, isReady);
  };
  const check = async (backend: Backend): Promise<void> => {
    while (backends.get(backend.baseUrl) === backend) {
      setReady(backend, await isReadyAt(backend.baseUrl));
      await sleep(checkMs, undefined, { ref: false });
    }
  };
  const server = createServer((incoming, response) => {
    const ready = inUse();
    const inTurn = [...ready.keys()].map((n) => ready.at((turn + n) % ready.length));
    forward({ incoming, response, setReady }, failsOver ? inTurn : inTurn.slice(0, 1));
    turn += 1;
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const remove = (baseUrl: string): void => {
    backends.get(baseUrl)?.agent.destroy();
    backends.delete(baseUrl);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (baseUrl) => {
      const backend = { baseUrl, agent: new Agent({ keepAlive: true }), isReady: false };
      backends.set(baseUrl, backend);
      void check(backend);
    },
    remove,
    inUse: () => inUse().map(({ baseUrl }) => baseUrl),
    [Symbol.asyncDispose]: async () => {
      for (const baseUrl of backends.keys()) remove(baseUrl);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isReadyAt(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(responseWithinMs) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

type Exchange = {
  incoming: IncomingMessage;
  response: ServerResponse;
  setReady(backend: Backend, isReady: boolean): void;
};

/** Only after a refused connection: nothing was sent, so no request is made twice. */
function forward(exchange: Exchange, [backend, ...others]: readonly (Backend | undefined)[]): void {
  const { incoming, response, setReady } = exchange;
  if (backend === undefined) {
    response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(unavailable));
    return;
  }
  const { method, headers, url = '/' } = incoming;
  const options = { agent: backend.agent, method, headers: { ...headers, 'x-forwarded-for': '127.0.0.1' } };
  const outgoing = request(new URL(url, backend.baseUrl), options, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
    reply.on('error', () => response.destroy());
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNREFUSED') return void incoming.socket.destroy();
    setReady(backend, false);
    forward(exchange, others);
  });
  outgoing.on('socket', (socket) => {
    const send = (): void => void incoming.pipe(outgoing);
    if (socket.connecting) socket.once('connect', send);
    else send();
  });
  // A complete exchange leaves its connection to the agent, which may have reused it already.
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
}
