import { setTimeout as sleep } from 'node:timers/promises';

/** Lets work that can wait step aside for urgent work in the same process. */
export type RightOfWay = {
  claim(): void;
  /** Call before each step. After urgent work, steps start one by one, with pauses. */
  yield(): Promise<void>;
};

type Time = { nowMs(): number; sleep(ms: number): Promise<unknown> };

const realTime: Time = { nowMs: () => performance.now(), sleep };
const recentMs = 1000;

export function createRightOfWay({ pauseMs }: { pauseMs: number }, time: Time = realTime): RightOfWay {
  let claimedMs = Number.NEGATIVE_INFINITY;
  let stepMs = Number.NEGATIVE_INFINITY;
  return {
    claim: () => {
      claimedMs = time.nowMs();
    },
    yield: async () => {
      const nowMs = time.nowMs();
      if (nowMs - claimedMs > recentMs) return;
      stepMs = Math.max(nowMs, stepMs + pauseMs);
      if (stepMs > nowMs) await time.sleep(stepMs - nowMs);
    },
  };
}
