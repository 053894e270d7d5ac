import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Receipt = {
  sink: number;
  /** Attempts of this delivery at this sink, including this one. */
  nth: number;
  atMs: number;
  headers: IncomingHttpHeaders;
  body: string;
  suiteId: string;
  status: number | null;
};

/** Null to send no response or write it directly. */
type Behaviour = (receipt: Receipt, response: ServerResponse) => number | null;

export type Sink = { port: number; url: string; behave: Behaviour };

export type SinkFarm = { sinks: Sink[]; receipts: Receipt[]; close(): Promise<void> };

/** In the runner's own process, so that the receivers survive every kill. */
export async function startSinks(count: number): Promise<SinkFarm> {
  const receipts: Receipt[] = [];
  const seen = new Map<string, number>();
  const servers: Server[] = [];
  const sinks: Sink[] = [];
  for (let index = 0; index < count; index += 1) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const key = `${index} ${String(request.headers['x-service-delivery-id'])}`;
        const nth = (seen.get(key) ?? 0) + 1;
        seen.set(key, nth);
        const receipt: Receipt = {
          sink: index,
          nth,
          atMs: Date.now(),
          headers: request.headers,
          body,
          suiteId: suiteIdOf(body),
          status: null,
        };
        receipts.push(receipt);
        receipt.status = sinks[index]?.behave(receipt, response) ?? null;
        if (receipt.status !== null) response.writeHead(receipt.status).end();
      });
    });
    server.keepAliveTimeout = 30_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    servers.push(server);
    sinks.push({ port, url: `http://127.0.0.1:${port}/hook`, behave: () => 200 });
  }
  return {
    sinks,
    receipts,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function suiteIdOf(body: string): string {
  try {
    const { data } = JSON.parse(body) as { data?: { suiteId?: unknown } };
    return typeof data?.suiteId === 'string' ? data.suiteId : '';
  } catch {
    return '';
  }
}
