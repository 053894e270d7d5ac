import type { Counts } from '../src/kernel/counts.ts';

export const noCounts: Counts = { count: () => undefined, time: () => undefined };
