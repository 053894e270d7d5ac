import type { Suite, Tier } from './harness/case.ts';
import { parseCommandLine, parseSeed, UsageError } from './harness/programs/command-line.ts';
import { suites } from './suites/index.ts';

export type RunOptions = {
  suites: readonly Suite[];
  tier: Tier;
  seed: number;
  isStrict: boolean;
  isWritten: boolean;
  overrides: ReadonlyMap<string, number>;
};

export const suiteNames = suites.map(({ name }) => name);

export function parseRunOptions(): RunOptions | undefined {
  const { values, positionals } = parseCommandLine({
    allowPositionals: true,
    options: {
      tier: { type: 'string', default: 'quick' },
      case: { type: 'string' },
      seed: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      strict: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.write && values.set.length > 0) throw new UsageError('--write records the figures of a tier: omit --set');
  return {
    suites: selectSuites(positionals, values.case),
    tier: parseTier(values.tier),
    seed: parseSeed(values.seed),
    isStrict: values.strict,
    isWritten: values.write,
    overrides: new Map(values.set.map(parseOverride)),
  };
}

function selectSuites(names: readonly string[], caseId: string | undefined): Suite[] {
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    throw new UsageError(`Unknown suite "${unknown}". Suites: ${suiteNames.join(', ')}`);
  }
  const named = suites.filter(({ name }) => names.length === 0 || names.includes(name));
  if (caseId === undefined) return named;
  const selected = named
    .map((suite) => ({ ...suite, cases: suite.cases.filter(({ id }) => id === caseId) }))
    .filter(({ cases }) => cases.length > 0);
  if (selected.length > 0) return selected;
  const where = names.length === 0 ? '' : ` in ${names.join(', ')}`;
  const known = named.flatMap(({ cases }) => cases.map(({ id }) => id));
  throw new UsageError(`Unknown case "${caseId}"${where}. Cases: ${known.join(', ')}`);
}

function parseTier(text: string): Tier {
  if (text !== 'quick' && text !== 'full') throw new UsageError(`--tier must be quick or full, not "${text}"`);
  return text;
}

function parseOverride(text: string): [string, number] {
  const [, name, value] = /^(\w+)=(\d+)$/.exec(text) ?? [];
  if (name === undefined) throw new UsageError(`--set must look like events=2000, not "${text}"`);
  return [name, Number(value)];
}

export function helpText(): string {
  const cases = suites.flatMap((suite) => [
    '',
    `${suite.name}: ${suite.about}`,
    ...suite.cases.map(({ id, about }) => `  ${id}\n      ${about}`),
  ]);
  return `Usage: node rel/run.ts [suite ...] [options]

Runs reliability suites against real processes on this machine. Without a suite name, all suites run in sequence.

Options:
  --case <id>          run only this case
  --tier quick|full    figures to run with (default: quick)
  --seed <number>      repeat the random choices of an earlier run (default: random, printed with each case)
  --set <name>=<n>     replace a figure of the tier, e.g. --set events=2000; may be repeated
  --strict             fail on warnings, i.e. on times beyond their limit
  --write              replace the results of these cases in docs/reliability-results.md
  -h, --help           print this text

Exit codes: 0 all cases passed, 1 a case failed, 2 wrong usage.

Suites and cases:
${cases.join('\n')}
`;
}
