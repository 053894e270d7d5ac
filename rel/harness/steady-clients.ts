import { sleep } from './wait.ts';

export type SteadyClients = {
  /** Sends no further requests and waits for all responses. */
  stop(): Promise<void>;
};

/** Sends requests at a constant rate, whatever the responses. `send` gets the number of its request, from 1 on. */
export function startSteadyClients(perSecond: number, send: (n: number) => Promise<void>): SteadyClients {
  const open = new Set<Promise<void>>();
  const clients = { isOver: false };
  const loop = (async () => {
    for (let n = 1; !clients.isOver; n += 1) {
      const sending = send(n).finally(() => open.delete(sending));
      open.add(sending);
      await sleep(1000 / perSecond);
    }
  })();
  return {
    stop: async () => {
      clients.isOver = true;
      await loop;
      await Promise.all(open);
    },
  };
}
