import type { Outcome, Size } from '../measure.ts';
import type { Machine } from './machine.ts';
import { barsSvg } from './bars.ts';
import { explanation } from './hand-written.ts';
import { aimsTable, scenarioTable } from './table.ts';

type Input = { at: Date; machine: Machine; size: Size; outcomes: readonly Outcome[] };

export function renderDocument({ at, machine, size, outcomes }: Input, previous: string): string {
  const { cpu, cores, memoryGb, node, postgres, loadBefore } = machine;
  return `<!-- Written by \`npm run bench -- --write\`, except the part between the two marks. -->

# Benchmarks

Each scenario puts the same load on Herald and on a floor: the least work that any implementation needs for the same durable
result. For a request, the floor is a bare Fastify route on the same PostgreSQL, with a pool of the same size, that looks up
the key and runs one statement; before the first round, one request to each is compared by its response and by the rows that
it adds. For due posts, it is a claim, one commit before and one after the request, and one POST. For deliveries, it is the
POST and one commit per batch.

Rounds alternate between the two, a separate process creates the load, and figures are medians of the rounds. All processes
share the machine, so ratios are more meaningful than absolute figures. Processor milliseconds per operation, of Node and of
PostgreSQL, come from \`/proc\`; other work on the machine changes them least.

Run \`npm run bench\` to measure again, or \`npm run bench -- profiles-list --rounds 9 --seconds 10\` to measure one scenario
more precisely. The figures of every round are in \`reports/bench.json\`.

Measured on ${at.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGb} GB of memory, Node ${node},
PostgreSQL ${postgres}, rounds of ${size.seconds} s, load average ${loadBefore.toFixed(1)} before the run. Other work on the machine
moves every ratio closer to 1.

## Aims

![Bars: the ratio of each scenario to its floor, next to its aim](images/benchmarks.svg)

${aimsTable(outcomes)}

How much longer requests take when the owner has a long history is shown in [Growth](growth.md).

${outcomes.map((one) => `## ${one.scenario.name}\n\n${one.scenario.about} ${roundsOf(one)}\n\n${scenarioTable(one)}`).join('\n\n')}

## History, and where the time goes

${explanation(previous, { isAllMet: outcomes.every(({ isMet }) => isMet) })}
`;
}

function roundsOf({ rounds }: Outcome): string {
  return rounds.length === 1 ? 'One round.' : `${rounds.length} rounds.`;
}

export function ratiosSvg(outcomes: readonly Outcome[]): string {
  const bars = outcomes.flatMap((one) =>
    'ratio' in one ? [{ label: one.scenario.name, value: one.ratio, aim: one.scenario.ratioMin }] : [],
  );
  return barsSvg({ title: 'Operations per second, as a share of the floor', better: 'longer', bars });
}
