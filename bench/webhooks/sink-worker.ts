// Twenty ports that only count, in their own process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SinkFacts = { ports: number[] } | { count: number; firstMs: number; lastMs: number };

const portCount = 20;
let count = 0;
let firstMs = 0;
let lastMs = 0;

process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  process.send?.({ count, firstMs, lastMs } satisfies SinkFacts);
  count = 0;
});

const ports: number[] = [];
for (let index = 0; index < portCount; index += 1) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      lastMs = Date.now();
      if (count === 0) firstMs = lastMs;
      count += 1;
      response.end();
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports.push((server.address() as AddressInfo).port);
}
process.send?.({ ports } satisfies SinkFacts);
