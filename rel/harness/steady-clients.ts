import { sleep } from './wait.ts';

export type SteadyClients = {
  stop(): Promise<void>;
};

/** Keeps the rate whatever the responses. `n` starts at 1. */
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
