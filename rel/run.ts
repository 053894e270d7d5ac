import { noFindings, type Case, type Findings, type Suite } from './harness/case.ts';
import { runCommand } from './harness/programs/command-line.ts';
import { createRandom } from './harness/random.ts';
import { report } from './harness/report.ts';
import { writeResult } from './harness/results-file.ts';
import { openTestbed, type Testbed } from './harness/testbed.ts';
import { violation } from './invariants.ts';
import { helpText, parseRunOptions, suiteNames, type RunOptions } from './run-options.ts';

await runCommand('node rel/run.ts', async () => {
  const options = parseRunOptions();
  if (options === undefined) {
    console.log(helpText());
    return 0;
  }
  let hasFailed = false;
  for (const suite of options.suites) hasFailed = (await runSuite(suite, options)) || hasFailed;
  return hasFailed ? 1 : 0;
});

async function runSuite(suite: Suite, { tier, seed, isStrict, isWritten, overrides }: RunOptions): Promise<boolean> {
  const startedMs = performance.now();
  const testbed = await openTestbed();
  // The mutant runner ends this process with SIGTERM when a case takes too long.
  const stop = (): void => void testbed.close().finally(() => process.exit(143));
  process.once('SIGTERM', stop);
  let hasFailed = false;
  try {
    for (const one of suite.cases) {
      if (one.isFullOnly === true && tier === 'quick') {
        console.log(`skip ${suite.name} ${one.id}: it runs in the full tier only`);
        continue;
      }
      const caseMs = performance.now();
      const findings = await runCase(testbed, one, { tier, seed, overrides });
      const seconds = (performance.now() - caseMs) / 1000;
      const result = { suite: suite.name, case: one.id, tier, seed, seconds, findings };
      report(result);
      if (isWritten) writeResult(result, suiteNames);
      hasFailed ||= findings.faults.length > 0 || (isStrict && findings.warnings.length > 0);
    }
  } finally {
    process.off('SIGTERM', stop);
    await testbed.close();
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const isSlow = tier === 'quick' && seconds > suite.quickSeconds;
  console.log(`${suite.name}: ${seconds} s${isSlow ? `, over its budget of ${suite.quickSeconds} s` : ''}`);
  return hasFailed;
}

type Figures = Pick<RunOptions, 'tier' | 'seed' | 'overrides'>;

async function runCase(testbed: Testbed, one: Case, { tier, seed, overrides }: Figures): Promise<Findings> {
  try {
    const findings = await one.run(testbed, { tier, random: createRandom(seed), overrides });
    const exits = testbed.supervisor.unplannedExits.splice(0);
    findings.faults.push(...exits.map((text) => violation('no-crashes', text)));
    return findings;
  } catch (error) {
    return { ...noFindings(), faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
}
