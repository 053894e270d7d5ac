// Checks that the text of every mutant occurs exactly once and that its case exists.
import { readFileSync } from 'node:fs';
import { mutants } from '../rel/mutants.ts';
import { suites } from '../rel/suites/index.ts';

const cases = new Set(suites.flatMap(({ name, cases }) => cases.map(({ id }) => `${name} ${id}`)));

const faults = mutants.flatMap(({ suite, name, case: id, file, find }) => {
  const count = readFileSync(file, 'utf8').split(find).length - 1;
  return [
    ...(count === 1 ? [] : [`${suite}: the text of "${name}" occurs ${count} times in ${file}`]),
    ...(cases.has(`${suite} ${id}`) ? [] : [`${suite}: the case ${id} of "${name}" does not exist`]),
  ];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
