import type { ProcessorTime } from '../processor-time.ts';
import { barsSvg } from '../report/bars.ts';
import { explanation } from '../report/hand-written.ts';
import type { Machine } from '../report/machine.ts';
import { table } from '../report/table.ts';
import { leftOut } from './endpoints.ts';
import type { Young, YoungWindow } from './young.ts';

export type Figures = ProcessorTime & { p95Ms: number };
export type Growth = { name: string; few: Figures; many: Figures };

/** Lower bound for the processor time of a short history: below it, ratios are noise. */
const leastMs = 0.2;
const growthMax = 1.5;

function processorGrowth({ few, many }: Growth): number {
  const total = ({ nodeMs, postgresMs }: Figures): number => Math.max(nodeMs + postgresMs, leastMs);
  return total(many) / total(few);
}

export function growthLine(growth: Growth): string {
  return `${processorGrowth(growth).toFixed(2).padStart(6)} times  ${growth.name}`;
}

export function growthTable(growths: readonly Growth[]): string {
  const cells = ({ nodeMs, postgresMs, p95Ms }: Figures): string[] => [
    nodeMs.toFixed(2),
    postgresMs.toFixed(2),
    p95Ms.toFixed(1),
  ];
  const rows = growths.map((growth) => [
    `\`${growth.name}\``,
    ...cells(growth.few),
    ...cells(growth.many),
    processorGrowth(growth).toFixed(2),
  ]);
  const columns = ['Node ms', 'PostgreSQL ms', 'p95 ms'];
  const header = [
    'Endpoint',
    ...columns.map((name) => `${name}, few`),
    ...columns.map((name) => `${name}, many`),
    'Growth',
  ];
  return table([header, ...rows]);
}

export function youngTable({ windowSeconds, first, last }: Young): string {
  const line = (name: string, valueOf: (window: YoungWindow) => number, digits: number): string[] => [
    name,
    valueOf(first).toFixed(digits),
    valueOf(last).toFixed(digits),
  ];
  return table([
    ['', `First ${windowSeconds} s`, `Last ${windowSeconds} s`],
    line('`POST /v1/posts`, p95 ms', ({ createP95Ms }) => createP95Ms, 1),
    line('`GET /v1/posts`, p95 ms', ({ listP95Ms }) => listP95Ms, 1),
    line('Node ms per request', ({ nodeMs }) => nodeMs, 2),
    line('PostgreSQL ms per request', ({ postgresMs }) => postgresMs, 2),
    line('Requests', ({ requestCount }) => requestCount, 0),
  ]);
}

export type GrowthReport = {
  at: Date;
  machine: Machine;
  size: { few: number; many: number; seconds: number };
  growths: readonly Growth[];
  young: Young;
};

/** Keeps the handwritten part of the previous document. */
export function growthDocument({ at, machine, size, growths, young }: GrowthReport, previous: string): string {
  const { cpu, cores, memoryGb, node, postgres, loadBefore } = machine;
  const [few, many] = [size.few.toLocaleString('en'), size.many.toLocaleString('en')];
  const missed = growths.filter((growth) => processorGrowth(growth) > growthMax);
  return `<!-- Written by \`npm run bench:growth -- --write\`, except the part between the two marks. -->

# Growth

Every GET endpoint and the main writes, once for an owner with ${few} posts and once for one with ${many} in the same
database. Each post has a target, two timeline entries, an event, a delivery with its attempt, and numbers of a day; there are
as many messages, and a tenth as many files, contacts (at most 5,000) and logs of an automation. The growth is the processor time of Node and
PostgreSQL per request with the long history, divided by that with the short one; the aim is at most ${growthMax}.

Measured on ${at.toISOString().slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGb} GB of memory, Node ${node},
PostgreSQL ${postgres}, the best of three rounds of ${size.seconds} s, load average ${loadBefore.toFixed(1)} before the run.

![Bars: the growth of each endpoint next to the aim](images/growth.svg)

${growthTable(growths)}

## A new database

The first minute of a new database that PostgreSQL has never analyzed: one connection creates scheduled posts, another lists
posts, each sends its next request after the response. Plans that were chosen for empty tables would show in the last seconds.

${youngTable(young)}

## Left out

${Object.entries(leftOut)
  .map(([path, reason]) => `- \`GET ${path}\` ${reason}.`)
  .join('\n')}

## Why an endpoint grows

${explanation(previous, { isAllMet: missed.length === 0 })}
`;
}

export function growthSvg(growths: readonly Growth[]): string {
  // The longest paths have no room for it.
  const labelOf = ({ name }: Growth): string => name.replace('?accountId={inboxAccountId}', '');
  const bars = growths.map((growth) => ({ label: labelOf(growth), value: processorGrowth(growth), aim: growthMax }));
  return barsSvg({ title: 'Processor time per request, long history against short', better: 'shorter', bars });
}
