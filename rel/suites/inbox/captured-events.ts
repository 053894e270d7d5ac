import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Exactly as the platform sent it. */
export type CapturedEvent = { path: string; signature: string; body: string };

type Capture = AsyncDisposable & { url: string; events: readonly CapturedEvent[] };

/** Receives the sandbox's events in Herald's place, so that a case decides when and how often Herald gets them. */
export async function captureEvents(): Promise<Capture> {
  const events: CapturedEvent[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') {
        const signature = String(request.headers['x-hub-signature-256']);
        events.push({ path: pathname, signature, body: Buffer.concat(chunks).toString() });
      }
      response.writeHead(200, { 'content-type': 'text/plain' }).end(searchParams.get('hub.challenge') ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function deliver(baseUrl: string, { path, signature, body }: CapturedEvent): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
