// Each connection sends its next request when the previous response is complete.
import { Agent, request } from 'node:http';
import type { LoadOrder, LoadResult } from './load.ts';

const responseWithinMs = 10_000;

process.on('disconnect', () => process.exit(0));
process.on('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send?.(result));
});

/** Counts across orders, so that no request repeats an earlier one. */
let sent = 0;

async function run(order: LoadOrder): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  const latenciesMs: number[] = [];
  const failures: string[] = [];
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + order.seconds * 1000;
  const sentBefore = sent;
  const connection = async (): Promise<void> => {
    // A connection stops at its first failure, because the round is void anyway.
    while (performance.now() < untilMs) {
      const sentAtMs = performance.now();
      const outcome = await send(order, agent, (sent += 1));
      if (outcome !== order.status) return void failures.push(String(outcome));
      latenciesMs.push(performance.now() - sentAtMs);
    }
  };
  await Promise.all(Array.from({ length: order.connections }, connection));
  const seconds = (performance.now() - startedAtMs) / 1000;
  agent.destroy();
  latenciesMs.sort((a, b) => a - b);
  const percentile = (share: number): number => latenciesMs[Math.ceil(latenciesMs.length * share) - 1] ?? 0;
  return {
    operationsPerSecond: latenciesMs.length / seconds,
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    requestCount: sent - sentBefore,
    failures,
  };
}

function send(
  { url, method, headers, body, status }: LoadOrder,
  agent: Agent,
  number: number,
): Promise<number | string> {
  return new Promise((resolve) => {
    const payload = body?.replace('{n}', String(number));
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
    const options = { agent, method, headers: { ...headers, ...length }, timeout: responseWithinMs };
    const outgoing = request(url, options, (response) => {
      // Reads only unexpected responses, because reading takes time.
      let text = '';
      if (response.statusCode === status) response.resume();
      else response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text === '' ? (response.statusCode ?? 'no status') : text.slice(0, 200)));
      response.on('error', (error) => resolve(error.message));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response in time')));
    outgoing.on('error', (error) => resolve(error.message));
    outgoing.end(payload);
  });
}
