// The text of every mutant occurs exactly once, so that none rots.
import { readFileSync } from 'node:fs';
import { mutants } from '../rel/mutants.ts';

const faults = mutants
  .map((mutant) => ({ ...mutant, count: readFileSync(mutant.file, 'utf8').split(mutant.find).length - 1 }))
  .filter(({ count }) => count !== 1)
  .map(({ suite, name, file, count }) => `${suite}: the text of "${name}" occurs ${count} times in ${file}`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
