import { setTimeout as sleep } from 'node:timers/promises';

/** Lets work that can wait step aside for urgent work in the same process. */
export type RightOfWay = {
  /** Urgent work is being done now. */
  claim(): void;
  /** Call before each step of work that can wait. After urgent work, steps start one by one, with pauses. */
  yield(): Promise<void>;
};

const recentMs = 1000;
const pauseMs = 100;

export function createRightOfWay(): RightOfWay {
  let claimedMs = Number.NEGATIVE_INFINITY;
  let stepMs = Number.NEGATIVE_INFINITY;
  return {
    claim: () => {
      claimedMs = performance.now();
    },
    yield: async () => {
      const nowMs = performance.now();
      if (nowMs - claimedMs > recentMs) return;
      stepMs = Math.max(nowMs, stepMs + pauseMs);
      if (stepMs > nowMs) await sleep(stepMs - nowMs);
    },
  };
}
