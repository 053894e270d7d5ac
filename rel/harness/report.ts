import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings, Tier } from './case.ts';
import { checkout } from './programs/supervisor.ts';

type Entry = { suite: string; case: string; tier: Tier; seed: number; seconds: number; findings: Findings };

export function report({ suite, case: id, tier, seed, seconds, findings }: Entry): void {
  const { counts, times, faults, warnings } = findings;
  const line = {
    at: new Date().toISOString(),
    suite,
    case: id,
    tier,
    seed,
    seconds: Math.round(seconds * 10) / 10,
    node: process.version,
    passed: faults.length === 0,
    counts,
    times,
    faults: faults.slice(0, 50),
    warnings,
  };
  const folder = join(checkout, 'reports');
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'reliability.jsonl'), `${JSON.stringify(line)}\n`);
  const figures = Object.entries({ ...counts, ...times }).map(([name, value]) => `${name} ${value}`);
  console.log(
    `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${suite} ${id} (${line.seconds} s, seed ${seed}): ${figures.join(', ')}`,
  );
  for (const fault of faults.slice(0, 20)) console.log(`     fault: ${fault}`);
  if (faults.length > 20) console.log(`     and ${faults.length - 20} more`);
  for (const warning of warnings) console.log(`     warning: ${warning}`);
}
