// Plants each mutant in a scratch copy and runs its case there: npm run rel:mutants, or with --one a single mutant
// chosen by --seed, or with --suite, --case and --name (a part of it) those that fit. A mutant that stays green is a fault of the suite.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChance } from './harness/random.ts';
import { checkout } from './harness/supervisor.ts';
import { mutants, type Mutant } from './mutants.ts';

const { values } = parseArgs({
  options: {
    one: { type: 'boolean', default: false },
    seed: { type: 'string' },
    name: { type: 'string' },
    suite: { type: 'string' },
    case: { type: 'string' },
  },
});
const timeoutMs = 120_000;
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : Number(values.seed);
const fitting = mutants.filter(
  (mutant) =>
    mutant.name.includes(values.name ?? '') &&
    mutant.suite === (values.suite ?? mutant.suite) &&
    mutant.case === (values.case ?? mutant.case),
);
const chosen = values.one ? [createChance(seed).pick(fitting)] : fitting;

let survivors = 0;
for (const mutant of chosen) {
  const startedMs = performance.now();
  const { isRed, output } = run(mutant);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`${isRed ? 'red ' : 'GREEN'} ${mutant.suite} ${mutant.case}: ${mutant.name} (${seconds} s)`);
  if (isRed) console.log(`     ${firstFault(output)}`);
  else {
    survivors += 1;
    console.log(output);
  }
}
process.exitCode = survivors === 0 ? 0 : 1;

/** Exit code 1 is a case with faults; anything else, a crash of the runner included, proves nothing. */
function run({ file, find, replace, suite, case: id }: Mutant): { isRed: boolean; output: string } {
  const copy = mkdtempSync(join(tmpdir(), 'herald-mutant-'));
  try {
    for (const part of ['server', 'sandbox', 'rel', 'package.json', 'tsconfig.json']) {
      cpSync(join(checkout, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
    const target = join(copy, file);
    const text = readFileSync(target, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`the text of ${file} does not occur once`);
    writeFileSync(
      target,
      text.replace(find, () => replace),
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, ['rel/run.ts', suite, '--case', id, '--seed', '1'], {
      cwd: copy,
      encoding: 'utf8',
      timeout: timeoutMs,
      killSignal: 'SIGTERM',
    });
    return { isRed: status === 1 && stdout.includes(`FAIL ${suite} ${id}`), output: `${stdout}\n${stderr}` };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function firstFault(output: string): string {
  return /fault: (.*)/.exec(output)?.[1] ?? '';
}
