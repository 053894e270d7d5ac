import type { Chance } from './random.ts';
import type { Stage } from './stage.ts';

export type Tier = 'quick' | 'full';

/** What a case found. Faults fail it; warnings are times beyond their limit, which fail only when asked to. */
export type Findings = {
  counts: Record<string, number>;
  times: Record<string, number>;
  faults: string[];
  warnings: string[];
};

export type Case = {
  id: string;
  about: string;
  run(stage: Stage, options: { tier: Tier; chance: Chance; given: ReadonlyMap<string, number> }): Promise<Findings>;
};

export type Suite = { name: string; quickSeconds: number; cases: readonly Case[] };

export function noFindings(): Findings {
  return { counts: {}, times: {}, faults: [], warnings: [] };
}

/** The value below which the given share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
