// Runs the quick tier of all suites and one mutant, as CI does. `node rel/run.ts` runs suites in sequence.
import { runPrograms } from './testing/run-programs.ts';
import { suites } from '../rel/suites/index.ts';

const quick = suites.filter(({ cases }) => cases.some(({ isFullOnly }) => isFullOnly !== true));
const bySize = quick.sort((a, b) => b.quickSeconds - a.quickSeconds);
const programs = [
  ...bySize.map(({ name }) => ({ name, args: ['rel/run.ts', name, '--tier', 'quick'], minutesMax: 30 })),
  { name: 'one mutant', args: ['rel/run-mutants.ts', '--one'], minutesMax: 15 },
];
const hasPassed = await runPrograms(programs, 2);
process.exitCode = hasPassed ? 0 : 1;
