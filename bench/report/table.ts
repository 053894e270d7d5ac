import type { FigureOutcome, LoadFigures, LoadOutcome, Outcome, RateOutcome } from '../measure.ts';
import type { ProcessorTime } from '../processor-time.ts';
import type { RateFigures } from '../scenario.ts';

export function scenarioTable(outcome: Outcome): string {
  if (!('ratio' in outcome)) return figureTable(outcome);
  return 'p50Ms' in outcome.floor ? loadTable(outcome as LoadOutcome) : rateTable(outcome as RateOutcome);
}

export function aimsTable(outcomes: readonly Outcome[]): string {
  const header = ['Scenario', 'Aim', 'Measured', 'Met'];
  return table([header, ...outcomes.map((one) => [one.scenario.name, aimOf(one), measuredOf(one), metOf(one)])]);
}

function loadTable({ floor, herald, ratio }: LoadOutcome): string {
  const row = (name: string, figures: LoadFigures, ratioText: string): string[] => [
    name,
    figures.operationsPerSecond.toFixed(0),
    ...[figures.p50Ms, figures.p95Ms, figures.p99Ms].map((ms) => ms.toFixed(1)),
    ...processorCells(figures),
    ratioText,
  ];
  const header = ['', 'Operations per second', 'p50 ms', 'p95 ms', 'p99 ms', ...processorHeader, ratioHeader];
  return table([header, row('floor', floor, ''), row('Herald', herald, ratio.toFixed(2))]);
}

function rateTable({ scenario, floor, herald, ratio }: RateOutcome): string {
  const row = (name: string, figures: RateFigures, ratioText: string): string[] => [
    name,
    figures.perSecond.toFixed(0),
    ...processorCells(figures),
    ratioText,
  ];
  const header = ['', `${scenario.unit} per second`, ...processorHeader, ratioHeader];
  return table([header, row('floor', floor, ''), row('Herald', herald, ratio.toFixed(2))]);
}

const ratioHeader = 'Ratio to the floor';
const processorHeader = ['Node ms', 'PostgreSQL ms'];

function processorCells({ nodeMs, postgresMs }: ProcessorTime): string[] {
  return [nodeMs.toFixed(2), postgresMs.toFixed(2)];
}

function figureTable({ scenario: { unit }, median, rounds }: FigureOutcome): string {
  const figures = [median, Math.min(...rounds), Math.max(...rounds)];
  const header = ['', `Median ${unit}`, `Minimum ${unit}`, `Maximum ${unit}`];
  return table([header, ['Herald', ...figures.map((figure) => figure.toFixed(digitsOf(unit)))]]);
}

function aimOf(outcome: Outcome): string {
  if ('ratio' in outcome) return `at least ${outcome.scenario.ratioMin} of the floor`;
  return `under ${outcome.scenario.figureMax} ${outcome.scenario.unit}`;
}

function measuredOf(outcome: Outcome): string {
  if ('ratio' in outcome) return outcome.ratio.toFixed(2);
  const { unit } = outcome.scenario;
  return `${outcome.median.toFixed(digitsOf(unit))} ${unit}`;
}

function metOf({ isMet }: Outcome): string {
  return isMet ? 'yes' : 'no';
}

function digitsOf(unit: FigureOutcome['scenario']['unit']): number {
  return unit === 's' || unit === 'times' ? 2 : unit === 'ms' ? 1 : 0;
}

export function table(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
