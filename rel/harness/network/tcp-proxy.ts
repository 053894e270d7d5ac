import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sleep } from '../wait.ts';

export const tcpFaults = ['blackhole', 'halfOpen', 'reset', 'latency', 'slow'] as const;
type TcpFault = (typeof tcpFaults)[number];

export type TcpProxy = AsyncDisposable & {
  url: string;
  /** Applies to old and new connections until called without a fault. */
  setFault(fault?: TcpFault): void;
};

const latencyMs = 300;
const slowBytesPerSecond = 10_000;
const slowStepMs = 100;

type Link = { client: Socket; server: Socket };

export async function startTcpProxy(
  serverUrl: string,
  onConnection: (client: Socket) => void = () => undefined,
): Promise<TcpProxy> {
  const target = new URL(serverUrl);
  const links = new Set<Link>();
  let fault: TcpFault | undefined;
  const proxy = createServer((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    const link = { client, server };
    links.add(link);
    if (fault === 'reset') client.resetAndDestroy();
    onConnection(client);
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
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    setFault: (next) => {
      // These connections have lost bytes and cannot be used again.
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

function relay(from: Socket, to: Socket, faultOf: () => TcpFault | undefined): void {
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
