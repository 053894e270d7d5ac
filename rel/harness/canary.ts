import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type HostPort = { host: string; port: number };

export type Canary = AsyncDisposable & {
  /** Returns false if this machine does not have the address. */
  listen(listener: HostPort): Promise<boolean>;
  listeners: HostPort[];
  caught: string[];
};

const response = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
const tlsHello = 22;

export function createCanary(): Canary {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listeners: HostPort[] = [];
  const caught: string[] = [];
  return {
    listeners,
    caught,
    listen: async ({ host, port }) => {
      const server = createServer((socket) => {
        sockets.add(socket);
        const { localAddress, localPort } = socket;
        const index = caught.push(`${localAddress} port ${localPort}`) - 1;
        socket.on('error', () => undefined);
        socket.once('data', (chunk: Buffer) => {
          caught[index] +=
            ` by ${chunk[0] === tlsHello ? 'a TLS hello' : JSON.stringify(chunk.toString('latin1', 0, 120))}`;
          socket.end(response);
        });
      });
      if (!(await hasListened(server, { host, port }))) return false;
      servers.push(server);
      listeners.push({ host, port: (server.address() as AddressInfo).port });
      return true;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function hasListened(server: Server, { host, port }: HostPort): Promise<boolean> {
  if (host !== '::1' && !/^127\.\d+\.\d+\.\d+$/.test(host)) throw new Error(`${host} is not on loopback`);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false);
      else reject(error);
    });
    server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve(true));
  });
}
