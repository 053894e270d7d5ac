import type { Random } from '../random.ts';
import type { Child } from './supervisor.ts';

type WorkerPool = {
  kills: number;
  killOne(random: Random): Promise<void>;
  stop(): Promise<void>;
};

type Size = {
  atWork: number;
  ready: number;
  onKilled?(victim: Child): Promise<void>;
};

/** Keeps booted spares, because a process takes longer to start than the pause between kills. */
export async function createWorkerPool(start: () => Child, size: Size): Promise<WorkerPool> {
  const waiting: Child[] = [];
  const working: Child[] = [];
  const refill = (): void => {
    while (waiting.length < size.ready) waiting.push(start());
  };
  const promote = async (): Promise<void> => {
    const next = waiting.shift() ?? start();
    refill();
    await next.waitForEvent('ready');
    next.write('go');
    working.push(next);
  };
  refill();
  for (let n = 0; n < size.atWork; n += 1) await promote();
  const pool: WorkerPool = {
    kills: 0,
    killOne: async (random) => {
      const victim = random.pick(working);
      working.splice(working.indexOf(victim), 1);
      pool.kills += 1;
      await victim.kill();
      await size.onKilled?.(victim);
      await promote();
    },
    stop: async () => {
      await Promise.all([...waiting, ...working].map((child) => child.stop()));
    },
  };
  return pool;
}
