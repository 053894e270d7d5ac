import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sleep } from './wait.ts';

/** Ways in which the connection to the database fails. */
export const databaseFaults = ['blackhole', 'halfOpen', 'reset', 'latency', 'slow'] as const;
type DatabaseFault = (typeof databaseFaults)[number];

/** Stands between Herald and PostgreSQL, counts statements and breaks connections. */
type DatabaseProxy = AsyncDisposable & {
  url: string;
  /** Statements that were sent through the proxy so far. */
  statements(): number;
  /** Breaks all connections, old and new ones, until it is called without a fault. */
  setFault(fault?: DatabaseFault): void;
};

const latencyMs = 300;
const slowBytesPerSecond = 10_000;
const slowStepMs = 100;

type Link = { client: Socket; server: Socket };

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let statements = 0;
  let fault: DatabaseFault | undefined;
  const proxy = createServer((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    const link = { client, server };
    links.add(link);
    if (fault === 'reset') client.resetAndDestroy();
    const count = createStatementCounter(() => (statements += 1));
    client.on('data', count);
    relay(client, server, () => fault);
    relay(server, client, () => (fault === 'halfOpen' ? 'blackhole' : fault));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        links.delete(link);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    statements: () => statements,
    setFault: (next) => {
      // What was dropped is missing, so these connections cannot be used again.
      const isBroken = fault === 'blackhole' || fault === 'halfOpen';
      fault = next;
      if (next === 'reset' || isBroken) for (const { client } of links) client.resetAndDestroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const { client } of links) client.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** Passes bytes on in order, as the fault allows. */
function relay(from: Socket, to: Socket, faultOf: () => DatabaseFault | undefined): void {
  let last = Promise.resolve();
  from.on('data', (chunk: Buffer) => {
    const fault = faultOf();
    if (fault === 'blackhole') return;
    last = last.then(async () => {
      if (fault === 'latency') await sleep(latencyMs);
      if (fault === 'slow') await sleep(Math.max(slowStepMs, (chunk.length / slowBytesPerSecond) * 1000));
      if (!to.destroyed) to.write(chunk);
    });
  });
}

const executeType = 'E'.charCodeAt(0);
const queryType = 'Q'.charCodeAt(0);

/** Parses what a client of PostgreSQL sends: messages with a type, a length and a body, after one without a type. */
function createStatementCounter(onStatement: () => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const typeLength = isStarted ? 1 : 0;
      if (pending.length < typeLength + 4) return;
      const length = typeLength + pending.readUInt32BE(typeLength);
      if (pending.length < length) return;
      if (isStarted && [executeType, queryType].includes(pending[0] ?? 0)) onStatement();
      isStarted = true;
      pending = pending.subarray(length);
    }
  };
}
