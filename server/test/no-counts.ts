import type { Counts } from '../src/kernel/counts.ts';

/** For tests that read no metrics. */
export const noCounts: Counts = { count: () => undefined, time: () => undefined };
