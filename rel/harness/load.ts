import { Agent, request } from 'node:http';
import { inParallel, sleep } from './wait.ts';

const repeatMs = 100;

type Load = {
  /** Repeats requests that get 503, and returns how often; throws on any other refusal. */
  send(path: string, count: number, bodyOf: (n: number) => object): Promise<number>;
  close(): void;
};

export function createLoad(baseUrl: string, apiKey: string, connections: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const post = (path: string, body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${baseUrl}${path}`, { method: 'POST', agent, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  return {
    send: async (path, count, bodyOf) => {
      let repeated = 0;
      await inParallel(Array.from({ length: count }), connections, async (_, n) => {
        const body = JSON.stringify(bodyOf(n));
        let status = await post(path, body);
        for (; status === 503; repeated += 1) {
          await sleep(repeatMs);
          status = await post(path, body);
        }
        if (status !== 201) throw new Error(`POST ${path} returned ${status}`);
      });
      return repeated;
    },
    close: () => agent.destroy(),
  };
}
