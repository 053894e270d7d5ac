import type { Random } from './random.ts';
import type { Testbed } from './testbed.ts';

export type Tier = 'quick' | 'full';

/** Warnings are times beyond their limit; they fail a case only with `--strict`. */
export type Findings = {
  counts: Record<string, number>;
  times: Record<string, number>;
  faults: string[];
  warnings: string[];
};

type CaseOptions = {
  tier: Tier;
  random: Random;
  overrides: ReadonlyMap<string, number>;
};

export type Case = {
  id: string;
  about: string;
  /** Small figures would show nothing. */
  isFullOnly?: true;
  run(testbed: Testbed, options: CaseOptions): Promise<Findings>;
};

export type Suite = {
  name: string;
  about: string;
  /** On two cores. */
  quickSeconds: number;
  cases: readonly Case[];
};

export function noFindings(): Findings {
  return { counts: {}, times: {}, faults: [], warnings: [] };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
