// Exits with 1 only if a request failed or a process crashed, whatever the figures.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArguments, type Arguments } from './arguments.ts';
import { closeChildren, stopAll } from './children.ts';
import { measure, type Outcome } from './measure.ts';
import { ratiosSvg, renderDocument } from './report/document.ts';
import { describeMachine } from './report/machine.ts';
import { aimsTable, scenarioTable } from './report/table.ts';
import { scenarios } from './scenarios/index.ts';
import { makeFolder, prepareStage, removeFolder, type Stage } from './stage.ts';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const figuresFile = `${checkout}reports/bench.json`;
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

function report({ size, chosen, isSmoke, isWrite }: Arguments, outcomes: readonly Outcome[], stage: Stage): void {
  if (isSmoke) return;
  const at = new Date();
  const machine = describeMachine(stage.postgresVersion, loadBefore);
  const known = withEarlier(outcomes);
  mkdirSync(`${checkout}reports`, { recursive: true });
  writeFileSync(figuresFile, `${JSON.stringify({ at, machine, size, outcomes: known }, null, 2)}\n`);
  if (!isWrite || outcomes.length < chosen.length) return;
  const file = `${checkout}docs/benchmarks.md`;
  const previous = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, renderDocument({ at, machine, size, outcomes: known }, previous));
  writeFileSync(`${checkout}docs/images/benchmarks.svg`, ratiosSvg(known));
}

/** Keeps figures of earlier runs, because all scenarios together take more than an hour. */
function withEarlier(outcomes: readonly Outcome[]): Outcome[] {
  const earlier = existsSync(figuresFile)
    ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as { outcomes: Outcome[] }).outcomes
    : [];
  const byName = new Map([...earlier, ...outcomes].map((outcome) => [outcome.scenario.name, outcome]));
  return scenarios.flatMap(({ name }) => byName.get(name) ?? []);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function end(): Promise<void> {
  await closeChildren();
  removeFolder(folder);
}
