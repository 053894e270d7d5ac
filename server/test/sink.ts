import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Responder = (request: Received, response: ServerResponse) => void;

export type Sink = {
  url: string;
  received: Received[];
  /** The response to later requests. */
  respondWith: Responder | number;
};

/** Records requests until the end of the test file. */
export async function startSink(): Promise<Sink> {
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const sink: Sink = { url: `http://127.0.0.1:${port}/hook`, received: [], respondWith: 200 };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const received = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    sink.received.push(received);
    if (typeof sink.respondWith === 'number') response.writeHead(sink.respondWith).end();
    else sink.respondWith(received, response);
  }
  return sink;
}
