import { startFloor } from './floor.ts';
import { startHerald } from './herald.ts';
import { startLoader, type LoadResult } from './load.ts';
import { startMeter, type ProcessorTime } from './processor-time.ts';
import { checkSameResult } from './same-result.ts';
import type { FigureScenario, LoadScenario, RateFigures, RateScenario, Scenario } from './scenario.ts';
import { connect, keyHeader, type Stage } from './stage.ts';

export type Size = { rounds: number; seconds: number; warmUpSeconds: number; restSeconds: number };

export type LoadFigures = Omit<LoadResult, 'failures'> & ProcessorTime;
export type LoadOutcome = {
  scenario: LoadScenario;
  floor: LoadFigures;
  herald: LoadFigures;
  ratio: number;
  isMet: boolean;
  rounds: { floor: LoadFigures; herald: LoadFigures }[];
};
export type FigureOutcome = { scenario: FigureScenario; median: number; isMet: boolean; rounds: number[] };
export type RateOutcome = {
  scenario: RateScenario;
  floor: RateFigures;
  herald: RateFigures;
  ratio: number;
  isMet: boolean;
  rounds: { floor: RateFigures; herald: RateFigures }[];
};
export type Outcome = LoadOutcome | RateOutcome | FigureOutcome;

export function measure(scenario: Scenario, stage: Stage, size: Size): Promise<Outcome> {
  switch (scenario.kind) {
    case 'load':
      return measureLoad(scenario, stage, size);
    case 'rate':
      return measureRate(scenario, stage, size);
    case 'figure':
      return measureFigure(scenario, stage, size);
  }
}

async function measureLoad(scenario: LoadScenario, stage: Stage, size: Size): Promise<LoadOutcome> {
  const herald = await startHerald(stage);
  const db = await connect(stage.folder);
  const floor = await startFloor(scenario.name, stage.folder);
  const loader = startLoader();
  const sides = { floor, herald };
  const { method, path, body, status } = scenario.herald;
  const headers = { ...keyHeader(stage.apiKey), 'content-type': 'application/json' };
  const round = async (side: 'floor' | 'herald', seconds: number): Promise<LoadFigures> => {
    await scenario.reset?.(db);
    const { url, pid } = sides[side];
    const meter = startMeter(pid, stage.folder);
    const order = { url: `${url}${path}`, method, headers, body, status };
    const result = await loader.run({ ...order, connections: scenario.connections, seconds });
    return { ...result, ...meter.stop(result.requestCount) };
  };

  await checkSameResult({ scenario, stage, db, urls: { floor: floor.url, herald: herald.url } });
  for (const side of ['floor', 'herald'] as const) await round(side, size.warmUpSeconds);
  const rounds: LoadOutcome['rounds'] = [];
  for (let number = 1; number <= size.rounds; number += 1) {
    rounds.push({ floor: await round('floor', size.seconds), herald: await round('herald', size.seconds) });
  }
  await scenario.reset?.(db);
  await Promise.all([loader.stop(), floor.stop(), db.end()]);
  await herald.stop();
  return summarise(scenario, rounds);
}

/** At least the first round of each side is a warm-up and does not count. */
async function measureRate(scenario: RateScenario, stage: Stage, size: Size): Promise<RateOutcome> {
  const { floor, herald, close } = await scenario.open(stage, size);
  const round = async (): Promise<RateOutcome['rounds'][number]> => ({ floor: await floor(), herald: await herald() });
  const warmUntilMs = performance.now() + size.warmUpSeconds * 1000;
  do await round();
  while (performance.now() < warmUntilMs);
  const counted: RateOutcome['rounds'] = [];
  for (let number = 1; number <= size.rounds; number += 1) counted.push(await round());
  await close();
  const floorMedians = rateMedians(counted.map((round) => round.floor));
  const heraldMedians = rateMedians(counted.map((round) => round.herald));
  const ratio = heraldMedians.perSecond / floorMedians.perSecond;
  const isMet = ratio >= scenario.ratioMin;
  return { scenario, floor: floorMedians, herald: heraldMedians, ratio, isMet, rounds: counted };
}

async function measureFigure(scenario: FigureScenario, stage: Stage, size: Size): Promise<FigureOutcome> {
  const rounds: number[] = [];
  for (let number = 1; number <= size.rounds; number += 1) rounds.push(await scenario.herald(stage, size));
  const median = medianOf(rounds);
  return { scenario, median, isMet: median < scenario.figureMax, rounds };
}

function summarise(scenario: LoadScenario, rounds: LoadOutcome['rounds']): LoadOutcome {
  const floor = medians(rounds.map((round) => round.floor));
  const herald = medians(rounds.map((round) => round.herald));
  const ratio = herald.operationsPerSecond / floor.operationsPerSecond;
  return { scenario, floor, herald, ratio, isMet: ratio >= scenario.ratioMin, rounds };
}

function medians(results: readonly LoadFigures[]): LoadFigures {
  const of = (key: keyof LoadFigures): number => medianOf(results.map((result) => result[key]));
  return {
    operationsPerSecond: of('operationsPerSecond'),
    p50Ms: of('p50Ms'),
    p95Ms: of('p95Ms'),
    p99Ms: of('p99Ms'),
    requestCount: of('requestCount'),
    nodeMs: of('nodeMs'),
    postgresMs: of('postgresMs'),
  };
}

function rateMedians(rounds: readonly RateFigures[]): RateFigures {
  const of = (key: keyof RateFigures): number => medianOf(rounds.map((round) => round[key]));
  return { perSecond: of('perSecond'), nodeMs: of('nodeMs'), postgresMs: of('postgresMs') };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
