import type { Outcome, Size } from '../measure.ts';
import type { Machine } from './machine.ts';
import { aimsTable, scenarioTable } from './table.ts';

type Input = { at: Date; machine: Machine; size: Size; outcomes: readonly Outcome[] };

const begin = '<!-- Written by hand from here … -->';
const end = '<!-- … to here. -->';
const allMet = 'No aim is missed.';
const unexplained = 'At least one aim is missed. The reason is not documented yet.';

/** Keeps the handwritten part between the two marks. */
export function renderDocument({ at, machine, size, outcomes }: Input, previous: string): string {
  const { cpu, cores, memoryGb, node, postgres, loadBefore } = machine;
  return `<!-- Written by \`npm run bench -- --write\`, except the part between the two marks. -->

# Benchmarks

Each scenario puts the same load on Herald and on a floor, which does the same work without Herald. For requests, the floor
is a bare Fastify route that runs the same statements on the same PostgreSQL with a pool of the same size and returns the
same JSON; before the first round, one request to each is compared statement by statement. For deliveries, the floor is the
bare HTTP client.

Rounds alternate between the two, a separate process creates the load, and figures are medians of the rounds. All processes
share the machine, so ratios are more meaningful than absolute figures.

Run \`npm run bench\` to measure again, or \`npm run bench -- profiles-list --rounds 9 --seconds 10\` to measure one scenario
more precisely. The figures of every round are in \`reports/bench.json\`.

Measured on ${at.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGb} GB of memory, Node ${node},
PostgreSQL ${postgres}, ${size.rounds} rounds of ${size.seconds} s, load average ${loadBefore.toFixed(1)} before the run. Other work on
the machine moves every ratio closer to 1.

## Aims

${aimsTable(outcomes)}

${outcomes.map((one) => `## ${one.scenario.name}\n\n${one.scenario.about}\n\n${scenarioTable(one)}`).join('\n\n')}

## Why an aim is missed

${begin}

${handWritten(previous) ?? (outcomes.every(({ isMet }) => isMet) ? allMet : unexplained)}

${end}
`;
}

function handWritten(previous: string): string | undefined {
  const beginAt = previous.indexOf(begin);
  const endAt = previous.indexOf(end);
  const explanation = beginAt < 0 || endAt < beginAt ? '' : previous.slice(beginAt + begin.length, endAt).trim();
  return ['', allMet, unexplained].includes(explanation) ? undefined : explanation;
}
