// Runs the case of each mutant in a copy of the checkout. An undetected mutant is a fault of the suite.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine, parseSeed, runCommand, UsageError } from './harness/programs/command-line.ts';
import type { Tier } from './harness/case.ts';
import { createRandom } from './harness/random.ts';
import { checkout } from './harness/programs/supervisor.ts';
import { mutants, type Mutant } from './mutants.ts';
import { suites } from './suites/index.ts';

/** Generous: a slow machine must not make a mutant look undetected. */
const timeoutMs = 600_000;

/** The same path for all mutants, so that the compile cache knows unchanged files. */
const copy = mkdtempSync(join(tmpdir(), 'herald-mutant-'));

const help = `Usage: node rel/run-mutants.ts [options]

Plants bugs in copies of the checkout, one at a time, and expects the case of each to fail.

Options:
  --suite <name>     only mutants of this suite
  --case <id>        only mutants of this case
  --name <text>      only mutants whose name contains this text
  --one              only one of them, of a quick case, chosen by the seed
  --seed <number>    the choice of an earlier run (default: random)
  -h, --help         print this text

Exit codes: 0 every mutant was detected, 1 a mutant survived, 2 wrong usage.
`;

await runCommand('node rel/run-mutants.ts', async () => {
  const selected = selectMutants();
  if (selected === undefined) {
    console.log(help);
    return 0;
  }
  let survivors = 0;
  for (const mutant of selected) {
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
  return survivors === 0 ? 0 : 1;
});

function selectMutants(): readonly Mutant[] | undefined {
  const { values } = parseCommandLine({
    options: {
      one: { type: 'boolean', default: false },
      seed: { type: 'string' },
      name: { type: 'string' },
      suite: { type: 'string' },
      case: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const matching = mutants.filter(
    (mutant) =>
      mutant.name.includes(values.name ?? '') &&
      mutant.suite === (values.suite ?? mutant.suite) &&
      mutant.case === (values.case ?? mutant.case),
  );
  if (matching.length === 0) throw new UsageError('No mutant matches --suite, --case and --name');
  if (!values.one) return matching;
  // Cases of the full tier take too long for a single try.
  const quick = matching.filter(({ suite, case: id }) => tierOf(suite, id) === 'quick');
  return [createRandom(parseSeed(values.seed)).pick(quick)];
}

/** Only reported faults count as detection: a crash or timeout of the runner proves nothing. */
function run({ file, find, replace, suite, case: id }: Mutant): { isRed: boolean; output: string } {
  try {
    for (const part of [
      'server',
      'sandbox',
      'pages',
      'scripts',
      'rel',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      '.npmrc',
    ]) {
      cpSync(join(checkout, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
    const target = join(copy, file);
    const text = readFileSync(target, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`the text to replace must occur exactly once in ${file}`);
    writeFileSync(
      target,
      text.replace(find, () => replace),
    );
    const args = ['rel/run.ts', suite, '--case', id, '--seed', '1', '--tier', tierOf(suite, id)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
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

/** Quick figures detect a mutant, unless its case has none. */
function tierOf(suiteName: string, id: string): Tier {
  const cases = suites.find(({ name }) => name === suiteName)?.cases ?? [];
  return cases.find((one) => one.id === id)?.isFullOnly === true ? 'full' : 'quick';
}

function firstFault(output: string): string {
  return /fault: (.*)/.exec(output)?.[1] ?? '';
}
