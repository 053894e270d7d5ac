import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createCanary, type Canary } from '../../harness/canary.ts';
import type { Dialled } from '../../harness/network/outbound-client.ts';
import { startSinks, type Receipt, type Sink, type SinkFarm } from '../../harness/network/sinks.ts';
import { waitUntil } from '../../harness/wait.ts';

export type Fixture = AsyncDisposable & {
  farm: SinkFarm;
  /** Both sinks are admitted, redirect to the `to` parameter of their URL, and close the connection after each response. */
  front: Sink;
  back: Sink;
  canary: Canary;
  /** Not admitted; the canary listens there on every loopback address. */
  canaryPort: number;
  /** Admitted, without a listener on 127.0.0.1; the canary listens on the other addresses. */
  emptyPort: number;
  admitted: number[];
};

const neighbours = ['127.0.0.2', '127.255.255.254', '::1'];

export async function openFixture(): Promise<Fixture> {
  const farm = await startSinks(2);
  const [front, back] = farm.sinks;
  if (front === undefined || back === undefined) throw new Error('a sink is missing');
  for (const sink of farm.sinks) sink.behave = respondOrRedirect;
  const canary = createCanary();
  await canary.listen({ host: '127.0.0.1', port: 0 });
  const canaryPort = canary.listeners[0]?.port ?? 0;
  // Finds a free port.
  const vacated = await startSinks(1);
  const emptyPort = vacated.sinks[0]?.port ?? 0;
  await vacated.close();
  for (const port of [canaryPort, front.port, back.port, emptyPort]) {
    for (const host of neighbours) await canary.listen({ host, port });
  }
  await proveHearing(canary);
  return {
    farm,
    front,
    back,
    canary,
    canaryPort,
    emptyPort,
    admitted: [front.port, back.port, emptyPort],
    [Symbol.asyncDispose]: async () => {
      await farm.close();
      await canary[Symbol.asyncDispose]();
    },
  };
}

/** Proves that the canary notices connections on every address. */
async function proveHearing({ listeners, caught }: Canary): Promise<void> {
  for (const listener of listeners) {
    const socket = connect(listener);
    await once(socket, 'connect');
    socket.destroy();
  }
  await waitUntil('the canary hearing of every call', 5000, () => caught.length === listeners.length);
  caught.splice(0);
}

/** Written by hand, so that `location` may contain any character. */
function respondOrRedirect(_receipt: Receipt, response: ServerResponse): null {
  const to = new URL(response.req.url ?? '/', 'http://sink').searchParams.get('to');
  const head = to === null ? '200 OK' : `302 Found\r\nlocation: ${to}`;
  response.socket?.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  return null;
}

export function redirectTo(sink: Sink, url: string): string {
  return `http://127.0.0.1:${sink.port}/?to=${encodeURIComponent(url)}`;
}

export function guardFaults({ canary }: Fixture, dialled: readonly Dialled[]): string[] {
  return [
    ...canary.caught.map((what) => `the canary was reached on ${what}`),
    ...dialled.map(({ host, port }) => `${host} port ${port} would have been dialled`),
  ];
}
