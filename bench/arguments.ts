import { parseArgs } from 'node:util';
import type { Size } from './measure.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

export type Arguments = { chosen: readonly Scenario[]; size: Size; isSmoke: boolean; isWrite: boolean };

const usage = `npm run bench -- [scenario …] [--rounds N] [--seconds N] [--write] [--smoke]
--write updates docs/benchmarks.md and keeps the scenarios that reports/bench.json has from earlier runs.
Scenarios: ${scenarios.map(({ name }) => name).join(', ')}`;

const smokeSize: Size = { rounds: 1, seconds: 1, warmUpSeconds: 0.3, restSeconds: 1 };

export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      write: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => scenarios.every((scenario) => scenario.name !== name));
  if (unknown !== undefined) throw new Error(`There is no scenario ${unknown}.\n${usage}`);
  if (values.write && values.smoke) throw new Error('--write needs full size: leave out --smoke');
  const rounds = positiveInteger('--rounds', values.rounds);
  const seconds = positiveInteger('--seconds', values.seconds);
  return {
    chosen: positionals.length === 0 ? scenarios : scenarios.filter(({ name }) => positionals.includes(name)),
    // V8 takes several thousand requests to optimize a route.
    size: values.smoke ? smokeSize : { rounds, seconds, warmUpSeconds: 20, restSeconds: 5 },
    isSmoke: values.smoke,
    isWrite: values.write,
  };
}

export function positiveInteger(option: string, text: string, max = 9999): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new Error(`${option} must be a number from 1 to ${max}`);
  return value;
}
