import type { Random } from './random.ts';
import type { Testbed } from './testbed.ts';

export type Tier = 'quick' | 'full';

/** Faults fail a case. Warnings are times beyond their limit; they fail it only with `--strict`. */
export type Findings = {
  counts: Record<string, number>;
  times: Record<string, number>;
  faults: string[];
  warnings: string[];
};

type CaseOptions = {
  tier: Tier;
  random: Random;
  /** Figures set with `--set`; they replace those of the tier. */
  overrides: ReadonlyMap<string, number>;
};

export type Case = {
  /** The name of the case's file. */
  id: string;
  /** One sentence: what the case does, and what must hold. */
  about: string;
  /** Left out of the quick tier, because small figures would show nothing. */
  isFullOnly?: true;
  run(testbed: Testbed, options: CaseOptions): Promise<Findings>;
};

export type Suite = {
  name: string;
  about: string;
  /** Expected duration of the quick tier on two cores. */
  quickSeconds: number;
  cases: readonly Case[];
};

export function noFindings(): Findings {
  return { counts: {}, times: {}, faults: [], warnings: [] };
}

/** Returns the smallest value that at least `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
