import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Sink<Body> = { url: string; received: readonly Body[]; close(): void };

export async function startSink<Body>(): Promise<Sink<Body>> {
  const received: Body[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Body);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, received, close: () => server.close() };
}
