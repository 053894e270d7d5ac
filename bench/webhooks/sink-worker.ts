// Twenty ports that only count, in their own process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `count` starts again from 0; `wait` is answered when that many have arrived. */
export type SinkOrder = { kind: 'count' } | { kind: 'wait'; arrivals: number };
export type SinkFacts = { ports: number[] } | { count: number; firstMs: number; lastMs: number };

const portCount = 20;
let count = 0;
let firstMs = 0;
let lastMs = 0;
let awaited: number | undefined;

process.on('disconnect', () => process.exit(0));
process.on('message', (order: SinkOrder) => {
  if (order.kind === 'wait') {
    awaited = order.arrivals;
    return;
  }
  report();
  count = 0;
});

function report(): void {
  process.send?.({ count, firstMs, lastMs } satisfies SinkFacts);
}

const ports: number[] = [];
for (let index = 0; index < portCount; index += 1) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      lastMs = Date.now();
      if (count === 0) firstMs = lastMs;
      count += 1;
      if (count === awaited) report();
      response.end();
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports.push((server.address() as AddressInfo).port);
}
process.send?.({ ports } satisfies SinkFacts);
