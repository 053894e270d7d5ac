import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';

export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error('no port is free');
  return port;
}

/** Below the ports that the kernel gives to outgoing connections. */
const stableRange = [15_000, 32_000] as const;

/** No outgoing connection gets these while their servers are down. */
export async function stablePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await listenOnce(randomInt(...stableRange));
    if (port !== undefined) ports.add(port);
  }
  return [...ports];
}

async function listenOnce(wish: number): Promise<number | undefined> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
    server.listen(wish, '127.0.0.1');
  });
  if (!isListening) return undefined;
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
