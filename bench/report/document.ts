import type { Outcome, Size } from '../measure.ts';
import type { Machine } from './machine.ts';
import { aimsTable, scenarioTable } from './table.ts';

type Input = { at: Date; machine: Machine; size: Size; outcomes: readonly Outcome[] };

const begin = '<!-- Written by hand from here … -->';
const end = '<!-- … to here. -->';
const allMet = 'No aim is missed.';
const unexplained = 'An aim is missed, and nobody has written down why.';

/** What a person wrote between the two marks of the previous text is kept. */
export function renderDocument({ at, machine, size, outcomes }: Input, previous: string): string {
  const { cpu, cores, memoryGb, node, postgres, loadBefore } = machine;
  return `<!-- Written by \`npm run bench -- --write\`, but for the part between the two marks. -->

# Benchmarks

Each scenario puts the same load on Herald and on its floor: for requests a bare Fastify route that runs the same
statements on the same PostgreSQL, with a pool of the same size, and answers the same JSON (before the first round one
request to each is compared, statement by statement); for deliveries the bare HTTP client. Rounds alternate, the load comes from a process of its own, and the figures are
medians of the rounds. All processes share the machine, so the ratio carries further than the figures themselves.

\`npm run bench\` measures again, \`npm run bench -- profiles-list --rounds 9 --seconds 10\` one scenario more closely. The
figures of every round are in \`reports/bench.json\`.

Measured on ${at.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGb} GB of memory, Node ${node},
PostgreSQL ${postgres}, ${size.rounds} rounds of ${size.seconds} s, load average ${loadBefore.toFixed(1)} before the run. Other work on the
machine brings every ratio nearer to 1.

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
  const kept = beginAt < 0 || endAt < beginAt ? '' : previous.slice(beginAt + begin.length, endAt).trim();
  return ['', allMet, unexplained].includes(kept) ? undefined : kept;
}
