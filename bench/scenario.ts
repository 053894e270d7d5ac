import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { ProcessorTime } from './processor-time.ts';
import type { Stage } from './stage.ts';

export type Load = {
  method: 'GET' | 'POST';
  path: string;
  /** `{n}` is replaced with a unique number in each request. */
  body?: string;
  status: number;
};

export type LoadScenario = {
  kind: 'load';
  name: string;
  about: string;
  connections: number;
  /** The target: Herald's operations per second divided by the floor's. */
  ratioMin: number;
  herald: Load;
  /** A bare route that does the least work with the same durable result. */
  floor(app: FastifyInstance, db: pg.Pool): void;
  /** Tables to which each request to either side adds one row. */
  writesTo: readonly string[];
  /** Removes what a round has left, so that every round starts the same. */
  reset?(db: pg.Client): Promise<unknown>;
};

export type FigureScenario = {
  kind: 'figure';
  name: string;
  about: string;
  unit: 's' | 'ms' | 'MB' | 'times';
  /** The target: the median stays below it. */
  figureMax: number;
  herald(stage: Stage, size: { restSeconds: number }): Promise<number>;
  floor: null;
};

export type RateScenario = {
  kind: 'rate';
  name: string;
  about: string;
  unit: string;
  ratioMin: number;
  /** Sets up both sides; each call is a round. */
  open(stage: Stage, size: { seconds: number }): Promise<RateRounds>;
};

export type RateFigures = ProcessorTime & { perSecond: number };

type RateRounds = { floor(): Promise<RateFigures>; herald(): Promise<RateFigures>; close(): Promise<void> };

export type Scenario = LoadScenario | RateScenario | FigureScenario;
