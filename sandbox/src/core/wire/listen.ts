import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../sandbox.ts';

type Listening = { origin: string; close(): Promise<void> };

/** With the timeouts of Herald's own server. */
export async function listenSandbox(
  sandbox: Sandbox,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 2 * 3_600_000,
    keepAliveTimeout: 60_000,
    connectionsCheckingInterval: 5000,
  };
  const server = createServer(limits, sandbox.handle);
  server.maxConnections = 500;
  server.maxRequestsPerSocket = 1000;
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: async () => {
      server.close();
      await sandbox.close();
      server.closeAllConnections();
    },
  };
}
