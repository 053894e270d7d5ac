// Runs suites: node rel/run.ts webhooks ssrf --tier quick --case W1 --seed 7 --strict. Without names: all of them.
import { parseArgs } from 'node:util';
import { noFindings, type Case, type Findings, type Suite, type Tier } from './harness/case.ts';
import { createChance } from './harness/random.ts';
import { report } from './harness/report.ts';
import { openStage, type Stage } from './harness/stage.ts';
import { suites } from './suites/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tier: { type: 'string', default: 'quick' },
    case: { type: 'string' },
    seed: { type: 'string' },
    strict: { type: 'boolean', default: false },
    /** `events=2000`: replaces a figure of the tier, for a run by hand. */
    set: { type: 'string', multiple: true, default: [] },
  },
});
if (values.tier !== 'quick' && values.tier !== 'full') throw new Error('--tier is quick or full');
const tier: Tier = values.tier;
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : Number(values.seed);
const given = new Map(values.set.map((one) => [one.split('=')[0] ?? '', Number(one.split('=')[1])]));
const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) throw new Error(`there is no suite ${unknown.join(', ')}`);

let hasFailed = false;
for (const suite of suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  hasFailed = (await runSuite(suite)) || hasFailed;
}
process.exit(hasFailed ? 1 : 0);

/** One engine per suite; its cases in sequence, each on a database of its own. */
async function runSuite(suite: Suite): Promise<boolean> {
  const startedMs = performance.now();
  const stage = await openStage();
  // Whoever runs mutants gives up after a while: nothing is left behind then.
  const stop = (): void => void stage.close().finally(() => process.exit(143));
  process.once('SIGTERM', stop);
  let failed = false;
  try {
    for (const one of suite.cases.filter(({ id }) => values.case === undefined || values.case === id)) {
      const caseMs = performance.now();
      const findings = await runCase(stage, one);
      const seconds = (performance.now() - caseMs) / 1000;
      report({ suite: suite.name, case: one.id, tier, seed, seconds, findings });
      failed ||= findings.faults.length > 0 || (values.strict && findings.warnings.length > 0);
    }
  } finally {
    process.off('SIGTERM', stop);
    await stage.close();
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const isSlow = tier === 'quick' && seconds > suite.quickSeconds;
  console.log(`${suite.name}: ${seconds} s${isSlow ? `, over its budget of ${suite.quickSeconds} s` : ''}`);
  return failed;
}

/** The invariants hold after every case, whatever it looks at itself. */
async function runCase(stage: Stage, one: Case): Promise<Findings> {
  try {
    const findings = await one.run(stage, { tier, chance: createChance(seed), given });
    findings.faults.push(...stage.supervisor.unplanned.splice(0).map((text) => `INV15: ${text}`));
    return findings;
  } catch (error) {
    return { ...noFindings(), faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}
