// The floor of deliveries: the same POSTs with undici alone, at the same concurrency.
import { Agent, request } from 'undici';

type PostOrder = { ports: number[]; count: number; atOnce: number; bodyBytes: number };
export type PostResult = { perSecond: number };

process.on('disconnect', () => process.exit(0));
process.on('message', (order: PostOrder) => void run(order).then((result) => process.send?.(result)));

async function run({ ports, count, atOnce, bodyBytes }: PostOrder): Promise<PostResult> {
  const dispatcher = new Agent({ connections: atOnce, pipelining: 1 });
  const body = Buffer.alloc(bodyBytes, 'x');
  const headers = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`x-header-${n}`, 'some value of a header']));
  const startedMs = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const url = `http://127.0.0.1:${ports[index % ports.length] ?? 0}/hook`;
      const response = await request(url, { method: 'POST', headers, body, dispatcher });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`a sink answered ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const perSecond = count / ((performance.now() - startedMs) / 1000);
  await dispatcher.close();
  return { perSecond };
}
