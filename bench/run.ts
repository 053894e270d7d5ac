// Exit code 0: everything was measured, whatever the figures. 1: a request failed or a process crashed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArguments, type Arguments } from './arguments.ts';
import { closeChildren, stopAll } from './children.ts';
import { measure, type Outcome } from './measure.ts';
import { ratiosSvg, renderDocument } from './report/document.ts';
import { describeMachine } from './report/machine.ts';
import { aimsTable, scenarioTable } from './report/table.ts';
import { makeFolder, prepareStage, removeFolder, type Stage } from './stage.ts';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const [loadBefore = 0] = loadavg();
const folder = makeFolder();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  await run(parseArguments(process.argv.slice(2)));
} catch (error) {
  fail(error);
} finally {
  await end();
}

async function run(parameters: Arguments): Promise<void> {
  const stage = await prepareStage(folder);
  const outcomes: Outcome[] = [];
  for (const scenario of parameters.chosen) {
    try {
      const outcome = await measure(scenario, stage, parameters.size);
      outcomes.push(outcome);
      console.log(`\n${scenario.name}\n\n${scenarioTable(outcome)}`);
    } catch (error) {
      fail(new Error(`${scenario.name}: ${(error as Error).message}`));
      await stopAll();
    }
  }
  if (outcomes.length === 0) return;
  console.log(`\n${aimsTable(outcomes)}`);
  report(parameters, outcomes, stage);
}

function report({ size, chosen, isWrite }: Arguments, outcomes: readonly Outcome[], stage: Stage): void {
  const at = new Date();
  const machine = describeMachine(stage.postgresVersion, loadBefore);
  mkdirSync(`${checkout}reports`, { recursive: true });
  writeFileSync(`${checkout}reports/bench.json`, `${JSON.stringify({ at, machine, size, outcomes }, null, 2)}\n`);
  // Does not write an incomplete document.
  if (!isWrite || outcomes.length < chosen.length) return;
  const file = `${checkout}docs/benchmarks.md`;
  const previous = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, renderDocument({ at, machine, size, outcomes }, previous));
  writeFileSync(`${checkout}docs/images/benchmarks.svg`, ratiosSvg(outcomes));
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function end(): Promise<void> {
  await closeChildren();
  removeFolder(folder);
}
